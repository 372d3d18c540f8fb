import type { MemberVerb } from '../../lib/account/member-role.ts';
import type { Author } from '../store/author.ts';
import type { Caller } from './caller.ts';
import { requireActive } from './require-role.ts';

/** A caller who does what only some members may. That their role still allows it is checked when it is written. */
export function memberAuthor(author: Author, { member, purse }: Caller, verb: MemberVerb): Author {
  if (!member) return author;
  return { ...author, needs: { accountId: purse, personKey: member.personKey, verb } };
}

/** A caller who adds or changes something of an account, which a suspended one may not. It is checked again when it is written. */
export function activeAuthor(author: Author, caller: Caller): Author {
  requireActive(caller);
  return { ...author, activeAccount: caller.purse };
}
