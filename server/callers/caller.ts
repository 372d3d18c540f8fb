import { Problem } from '../../lib/problem/problem.ts';
import type { ActiveKey } from '../store/accounts.ts';

/** Who asks a verb, whose credits a call takes, and in whose history it stands. */
export interface Caller {
  kind: 'account' | 'guest';
  /** `acc_…`, or `guest_` and a keyed hash of the network. */
  purse: string;
  /** What a guest's purse holds at the start of each day; null for accounts. */
  allowance: number | null;
  /** Whose history the call is in: `acc_…`, `anon_…` (the cookie), or nobody's. */
  owner: string | null;
  /** Of idempotency keys: the account, the cookie, or the network. */
  scope: string;
  apiKey: { key: number; id: string } | null;
  operator: boolean;
}

export function accountCaller({ key, id, accountId, operator }: ActiveKey): Caller {
  return {
    kind: 'account',
    purse: accountId,
    allowance: null,
    owner: accountId,
    scope: accountId,
    apiKey: { key, id },
    operator,
  };
}

/** The same words for all, so that nobody learns which keys there were. */
export function invalidKey(detail = 'The Authorization header does not contain a valid API key.'): Problem {
  return new Problem('invalid-key', detail, [], {
    'www-authenticate': 'Bearer realm="Farebox", error="invalid_token"',
  });
}
