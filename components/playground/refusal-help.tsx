'use client';

import { useQuery } from '@tanstack/react-query';
import type { TermsToAccept } from '../../lib/account/terms.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { lazyPart } from '../lazy-boundary.tsx';
import { AskApproval } from './ask-approval.tsx';

/** It has a parser of Markdown. */
const TermsHelp = lazyPart(async () => (await import('../terms/accept-terms.tsx')).TermsHelp);

interface Props {
  slug: string;
  /** What has to be accepted first; absent where an operator has to approve the account. */
  terms: TermsToAccept | undefined;
}

/** What can be done where every call of a product is refused. */
export function RefusalHelp({ slug, terms }: Props) {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  if (!terms) return <AskApproval slug={slug} />;
  return <TermsHelp terms={terms} isGuest={session?.kind === 'guest' && !session.person} />;
}
