import { Problem } from '../../lib/problem/problem.ts';
import type { Caller } from '../callers/caller.ts';
import { portal } from '../portal/portal.ts';

/** The key of a call that the caller may see: an account's own, or one of a guest, whose id nobody can guess. */
export async function findCall(id: string, principal: Caller): Promise<number> {
  const call = await findRow(id);
  const isGuests = call?.purse.id.startsWith('guest_') === true;
  if (!call || !(isGuests || call.purse.id === principal.purse)) throw noCall(id);
  return call.key;
}

/** The key of a call that is in the caller's own history. */
export async function findOwnCall(id: string, principal: Caller): Promise<number> {
  const call = await findRow(id);
  if (!call || call.owner === null || call.owner !== principal.owner) throw noCall(id);
  return call.key;
}

function findRow(id: string) {
  const select = { key: true, owner: true, purse: { select: { id: true } } };
  return portal().database.call.findUnique({ where: { id }, select });
}

/** The same for what is not there and for what is not theirs to know of. */
function noCall(id: string): Problem {
  return new Problem(
    'not-found',
    `There is no call ${JSON.stringify(id.slice(0, 100))}, or you may not see it.`,
  );
}
