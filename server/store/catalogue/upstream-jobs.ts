import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

// They publish what credentials do: portals read both anew before the next call.

const count = statement<{ others: number }>(
  'SELECT count(*) AS others FROM AllowedUpstream WHERE address <> ?',
);
const allow = statement(
  `INSERT INTO AllowedUpstream (address, allowedAt, allowedByKind, allowedById, reason) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (address) DO NOTHING`,
);

interface AllowPayload {
  address: string;
  now: number;
  /** No more are allowed. */
  most: number;
}

/** Lets calls reach a private address. */
export const allowUpstream = job({
  name: 'allow-upstream',
  publishes: 'credentials',
  *steps(
    { address, now, most }: AllowPayload,
    author: Author,
  ): Steps<{ outcome: 'allowed' | 'known' | 'too-many' }> {
    const { others } = (yield* first(count, address)) ?? { others: 0 };
    if (Number(others) >= most) return { outcome: 'too-many' };
    const by = [author.kind, author.id, author.reason ?? null];
    const added = yield* run(allow, address, timeOf(now), ...by);
    return { outcome: added > 0 ? 'allowed' : 'known' };
  },
  audit: ({ address }, { outcome }) =>
    outcome === 'allowed' ? { target: null, after: { address, allowed: true } } : null,
});

const disallow = statement('DELETE FROM AllowedUpstream WHERE address = ?');

/** Ends that. */
export const disallowUpstream = job({
  name: 'disallow-upstream',
  publishes: 'credentials',
  *steps({ address }: { address: string }): Steps<{ removed: boolean }> {
    return { removed: (yield* run(disallow, address)) > 0 };
  },
  audit: ({ address }, { removed }) =>
    removed ? { target: null, before: { address, allowed: true }, after: { address, allowed: false } } : null,
});
