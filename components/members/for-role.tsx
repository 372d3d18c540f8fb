'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type MemberVerb, mayRole, roleRefusalText } from '../../lib/account/roles.ts';
import { sessionOptions } from '../keys/session-options.ts';

interface Props {
  /** Any of them is enough. */
  verbs: readonly [MemberVerb, ...MemberVerb[]];
  children: ReactNode;
}

/** What a role may read; others are told so, and by whom they can be helped. */
export function ForRole({ verbs, children }: Props) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const role = session?.role ?? null;
  if (role === null || verbs.some((verb) => mayRole(role, verb))) return children;
  return <p className="mt-6">{roleRefusalText(role, verbs[0])}</p>;
}
