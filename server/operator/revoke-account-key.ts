import { Problem } from '../../lib/problem/problem.ts';
import type { OperatorChange } from './change.ts';

interface Wish {
  accountId: string;
  keyId: string;
}

/** Revokes an API key of an account, whose sessions end. */
export const revokeAccountKey: OperatorChange<Wish, 'revoke-key', { id: string }> = {
  right: 'revoke-account-key',
  async alsoNeeds({ store }, { accountId, keyId }) {
    const owner = await store.accounts.findKeyOwner(accountId, keyId);
    return owner?.operator ? 'revoke-operator-key' : undefined;
  },
  verb: 'revoke-key',
  status: 200,
  async prepare({ store }, { accountId, keyId: id }) {
    // Keys never move between accounts, so this check cannot become stale.
    if (await store.accounts.findKeyOwner(accountId, id))
      return { payload: { id, now: Date.now() }, given: { id } };
    throw new Problem('not-found', `The account has no key ${JSON.stringify(id.slice(0, 100))}.`);
  },
  answer: (_result, given) => given,
};
