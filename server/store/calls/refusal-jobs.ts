import { job } from '../sql/job.ts';
import { run, statement, type Steps } from '../sql/statement.ts';

/** So many refused calls of an account are listed. */
export const mostRefusedCalls = 1000;

/** A call that was refused before its credits were held. */
export interface NewRefusedCall {
  accountId: string;
  at: number;
  productKey: number | null;
  apiKeyKey: number | null;
  memberKey: number | null;
  problem: string;
  status: number;
  detail: string;
  requestId: string;
}

/** Calls of an account that were refused for a reason in a day. `apiKeyKey`: 0 for calls without. */
export interface NewRefusals {
  accountId: string;
  day: string;
  apiKeyKey: number;
  problem: string;
  calls: number;
}

export interface NoteRefusalsPayload {
  counts: NewRefusals[];
  /** The oldest first. */
  calls: NewRefusedCall[];
}

const count = statement(
  `INSERT INTO DailyRefusal (accountKey, day, apiKeyKey, problem, calls)
   VALUES ((SELECT key FROM Account WHERE id = ?), ?, ?, ?, ?)
   ON CONFLICT (accountKey, day, apiKeyKey, problem) DO UPDATE SET calls = DailyRefusal.calls + excluded.calls`,
);
/** The person may have been erased since the call. */
const insertFrom = (calls: string, at: string) =>
  `INSERT INTO RefusedCall (accountKey, at, productKey, apiKeyKey, memberKey, problem, status, detail, requestId)
   SELECT accountKey, ${at}, productKey, apiKeyKey, CASE WHEN isErased THEN NULL ELSE memberKey END, problem, status,
          CASE WHEN isErased THEN NULL ELSE detail END, requestId
     FROM (SELECT c.*, a.key AS accountKey,
                  EXISTS (SELECT 1 FROM Person p WHERE p.erasedAt IS NOT NULL
                             AND p.key IN (m.personKey, k.personKey, k.operatorPersonKey)) AS isErased
             FROM ${calls} c JOIN Account a ON a.id = c.accountId
             LEFT JOIN Member m ON m.key = c.memberKey LEFT JOIN ApiKey k ON k.key = c.apiKeyKey) r
    ORDER BY place`;
const types = {
  place: 'integer',
  accountId: 'text',
  at: 'bigint',
  productKey: 'integer',
  apiKeyKey: 'integer',
  memberKey: 'integer',
  problem: 'text',
  status: 'integer',
  detail: 'text',
  requestId: 'text',
};
const fields = Object.keys(types).map((name) => `value ->> '$.${name}' AS ${name}`);
const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`);
const insert = statement(
  insertFrom(`(SELECT ${fields.join(', ')} FROM json_each(?))`, 'at'),
  insertFrom(`(SELECT * FROM json_to_recordset(?::json) AS given (${columns.join(', ')}))`, 'time_of(at)'),
);
const dropOld = statement(
  `DELETE FROM RefusedCall WHERE accountKey = (SELECT key FROM Account WHERE id = ?) AND key <=
     (SELECT key FROM RefusedCall WHERE accountKey = (SELECT key FROM Account WHERE id = ?)
       ORDER BY key DESC LIMIT 1 OFFSET ${mostRefusedCalls})`,
);

/** Adds to the counts of refused calls, and lists the last ones of each account. */
export const noteRefusals = job({
  name: 'note-refusals',
  publishes: false,
  *steps({ counts, calls }: NoteRefusalsPayload): Steps<undefined> {
    // Two portals that write at the same time lock rows in the same order.
    for (const { accountId, day, apiKeyKey, problem, calls: more } of counts.toSorted(byRow))
      yield* run(count, accountId, day, apiKeyKey, problem, more);
    if (calls.length === 0) return undefined;
    yield* run(insert, JSON.stringify(calls.map((call, place) => ({ place, ...call }))));
    for (const id of [...new Set(calls.map(({ accountId }) => accountId))].toSorted())
      yield* run(dropOld, id, id);
    return undefined;
  },
  audit: false,
});

function byRow(
  one: NoteRefusalsPayload['counts'][number],
  other: NoteRefusalsPayload['counts'][number],
): number {
  const [left, right] = [one, other].map(({ accountId, day, apiKeyKey, problem }) =>
    [accountId, day, apiKeyKey, problem].join(' '),
  );
  return (left ?? '') < (right ?? '') ? -1 : 1;
}
