import { type MemberVerb, mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';

export interface PageLink {
  href: string;
  name: string;
  /** A role that may do none of them finds nothing there. */
  verbs?: readonly MemberVerb[];
}

const links: readonly PageLink[] = [
  { href: '/', name: 'Catalogue' },
  { href: '/calls', name: 'Calls', verbs: ['read-calls'] },
  { href: '/credits', name: 'Credits' },
  { href: '/keys', name: 'Keys', verbs: ['own-keys', 'read-keys'] },
  { href: '/docs', name: 'Docs' },
];

const operatorLink: PageLink = { href: '/operator', name: 'Operator' };

type Shown = Pick<Session, 'operator' | 'role'> | undefined;

/** The pages in the header and the palette, for whom they have something. */
export function navLinks(session: Shown, more: readonly PageLink[] = []): readonly PageLink[] {
  const all = [...links, ...(session?.operator ? [operatorLink] : []), ...more];
  const role = session?.role ?? null;
  return all.filter(({ verbs }) => !verbs || role === null || verbs.some((verb) => mayRole(role, verb)));
}
