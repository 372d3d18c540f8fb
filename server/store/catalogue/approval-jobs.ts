import type { ApprovalState } from '../../../lib/account/approvals.ts';
import type { Author } from '../author.ts';
import { queueDeliveries } from '../messages/queue-deliveries.ts';
import { type MailText, queueMail } from '../messages/queue-mail.ts';
import { job } from '../sql/job.ts';
import { all, first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

const findProduct = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const findOpen = statement<{ state: ApprovalState }>(
  'SELECT state FROM ApprovalRequest WHERE accountKey = ? AND productKey = ?',
);
const ask = statement(
  `INSERT INTO ApprovalRequest (id, productKey, accountKey, state, reason, askedAt, askedBy, askedById)
   VALUES (?, ?, ?, 'open', ?, ?, ?, ?)
     ON CONFLICT (accountKey, productKey) DO UPDATE SET
       id = excluded.id, state = 'open', reason = excluded.reason, askedAt = excluded.askedAt,
       askedBy = excluded.askedBy, askedById = excluded.askedById,
       decidedAt = NULL, decidedBy = NULL, decidedById = NULL, decision = NULL`,
);
const findDeciders = statement<{ email: string }>(
  `SELECT email FROM Person WHERE operatorRole IN ('owner', 'publisher', 'finance') ORDER BY key`,
);

interface Asked {
  /** `req_` and random letters. */
  id: string;
  accountId: string;
  slug: string;
  reason: string;
  mail: MailText;
  now: number;
}

/** Asks that an account may call a product. Operators who decide are told by mail. */
export const askApproval = job({
  name: 'ask-approval',
  publishes: 'grants',
  *steps(
    { id, accountId, slug, reason, mail, now }: Asked,
    author: Author,
  ): Steps<{ outcome: 'asked' | 'open' | 'approved' | 'none' }> {
    const product = yield* first(findProduct, slug);
    const account = yield* first(findAccount, accountId);
    if (!product || !account) return { outcome: 'none' };
    const before = yield* first(findOpen, account.key, product.key);
    if (before?.state === 'open' || before?.state === 'approved') return { outcome: before.state };
    yield* run(ask, id, product.key, account.key, reason, timeOf(now), author.kind, author.id);
    for (const { email } of yield* all(findDeciders))
      yield* queueMail({ kind: 'approval', to: email, ...mail, now });
    return { outcome: 'asked' };
  },
  // The reason is of a person, and the log forgets nothing.
  audit: ({ accountId, slug }, { outcome }) =>
    outcome === 'asked' ? { target: accountId, after: { product: slug }, reason: null } : null,
});

interface Request {
  key: number;
  state: ApprovalState;
  accountId: string;
  accountKey: number;
  slug: string;
  askedBy: string;
  askedById: string | null;
}

const find = statement<Request>(
  `SELECT r.key, r.state, a.id AS accountId, a.key AS accountKey, p.slug, r.askedBy, r.askedById
     FROM ApprovalRequest r JOIN Account a ON a.key = r.accountKey JOIN Product p ON p.key = r.productKey
    WHERE r.id = ?`,
);
const decide = statement(
  `UPDATE ApprovalRequest SET state = ?, decision = ?, decidedAt = ?, decidedBy = ?, decidedById = ? WHERE key = ?`,
);
const findPerson = statement<{ email: string }>('SELECT email FROM Person WHERE id = ?');
const findOwners = statement<{ email: string }>(
  `SELECT p.email AS email FROM Member m JOIN Person p ON p.key = m.personKey
    WHERE m.accountKey = ? AND m.role = 'owner' AND m.removedAt IS NULL ORDER BY m.key`,
);

/** What can follow on what. */
const follows: Record<Exclude<ApprovalState, 'open'>, ApprovalState> = {
  approved: 'open',
  declined: 'open',
  withdrawn: 'approved',
};

interface Decision {
  id: string;
  state: Exclude<ApprovalState, 'open'>;
  reason: string | null;
  mail: MailText;
  now: number;
}

/** Approves or declines a request, or withdraws an approval. The account is told by mail and by its webhooks. */
export const decideApproval = job({
  name: 'decide-approval',
  publishes: 'grants',
  *steps(
    { id, state, reason, mail, now }: Decision,
    author: Author,
  ): Steps<{ decided: { accountId: string; slug: string; before: ApprovalState } | null }> {
    const request = yield* first(find, id);
    if (!request || request.state !== follows[state]) return { decided: null };
    const { key, accountId, accountKey, slug, askedBy, askedById } = request;
    yield* run(decide, state, reason, timeOf(now), author.kind, author.id, key);
    const asker = askedBy === 'person' && askedById !== null ? yield* all(findPerson, askedById) : [];
    const told = asker.length > 0 ? asker : yield* all(findOwners, accountKey);
    for (const { email } of told) yield* queueMail({ kind: 'approval', to: email, ...mail, now });
    const data = { product: slug, state, reason };
    yield* queueDeliveries({ accountId, event: 'approval.decided', data, now });
    return { decided: { accountId, slug, before: request.state } };
  },
  audit: ({ state }, { decided }) =>
    decided && {
      target: decided.accountId,
      before: { product: decided.slug, state: decided.before },
      after: { product: decided.slug, state },
    },
});
