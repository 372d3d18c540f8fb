import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

const findApi = statement<{ key: number }>('SELECT key FROM Api WHERE slug = ?');
const findFollowed = statement<{ address: string; daily: number }>(
  'SELECT address, daily FROM FollowedDocument WHERE apiKey = ?',
);
const forget = statement('DELETE FROM FollowedDocument WHERE apiKey = ?');
/** Another address has another document, of which nothing is known. */
const follow = statement(
  `INSERT INTO FollowedDocument (apiKey, address, daily, nextLookAt, failures) VALUES (?, ?, ?, ?, 0)
     ON CONFLICT (apiKey) DO UPDATE SET
       takenDigest = CASE WHEN FollowedDocument.address = excluded.address THEN FollowedDocument.takenDigest END,
       failures = CASE WHEN FollowedDocument.address = excluded.address THEN FollowedDocument.failures ELSE 0 END,
       problem = CASE WHEN FollowedDocument.address = excluded.address THEN FollowedDocument.problem END,
       address = excluded.address, daily = excluded.daily, nextLookAt = excluded.nextLookAt`,
);

interface Followed {
  address: string | null;
  daily: boolean;
}

/** Says where the document of an API comes from, and whether the portal looks there every day. */
export const followDocument = job({
  name: 'follow-document',
  publishes: false,
  *steps({
    slug,
    address,
    daily,
    nextLookAt,
  }: Followed & {
    /** Of an API. */
    slug: string;
    nextLookAt: number;
  }): Steps<{ before: Followed }> {
    const api = yield* first(findApi, slug);
    if (!api) throw new Error(`The API ${slug} is not published.`);
    const known = yield* first(findFollowed, api.key);
    if (address === null) yield* run(forget, api.key);
    else yield* run(follow, api.key, address, Number(daily), daily ? timeOf(nextLookAt) : null);
    return { before: { address: known?.address ?? null, daily: known?.daily === 1 } };
  },
  audit: ({ slug, address, daily }, { before }) =>
    before.address === address && before.daily === daily
      ? null
      : { target: slug, before: { ...before }, after: { address, daily } },
});

const remember = statement(
  `INSERT INTO FollowedDocument (apiKey, address, daily, takenDigest, failures) VALUES (?, ?, 0, ?, 0)
     ON CONFLICT (apiKey) DO UPDATE SET
       takenDigest = coalesce(excluded.takenDigest,
         CASE WHEN FollowedDocument.address = excluded.address THEN FollowedDocument.takenDigest END),
       address = excluded.address, failures = 0, problem = NULL`,
);

/** Remembers from where an API was published. */
export const rememberDocument = job({
  name: 'remember-document',
  publishes: false,
  *steps({
    slug,
    address,
    takenDigest,
  }: {
    slug: string;
    address: string;
    /** Null where something of the document is left to take. */
    takenDigest: string | null;
  }): Steps<undefined> {
    const api = yield* first(findApi, slug);
    if (api) yield* run(remember, api.key, address, takenDigest);
  },
  // A part of publishing, which is logged.
  audit: false,
});

const insertLook = statement<{ key: number }>(
  `INSERT INTO Import (id, address, follows, state, done, total, createdAt, movedAt)
   VALUES (?, ?, ?, 'waiting', 0, 0, ?, ?) RETURNING key`,
);

export interface Look {
  key: number;
  id: string;
  slug: string;
  address: string;
}

function* beginLook({ id, slug, address }: Omit<Look, 'key'>, now: number): Steps<Look> {
  const added = yield* first(insertLook, id, address, slug, timeOf(now), timeOf(now));
  if (!added) throw new Error(`The import ${id} was not written.`);
  return { key: added.key, id, slug, address };
}

/** Begins to look for a newer version, for an operator who asked. */
export const lookForNewer = job({
  name: 'look-for-newer',
  publishes: false,
  *steps({ now, ...look }: { id: string; slug: string; address: string; now: number }): Steps<Look> {
    return yield* beginLook(look, now);
  },
  audit: ({ slug, address }) => ({ target: slug, after: { address } }),
});

const claim = statement<{ apiKey: number; address: string }>(
  `UPDATE FollowedDocument SET nextLookAt = ?
    WHERE nextLookAt <= ? AND daily = 1
      AND apiKey = (SELECT apiKey FROM FollowedDocument WHERE nextLookAt <= ? ORDER BY nextLookAt LIMIT 1)
   RETURNING apiKey, address`,
);
const slugOf = statement<{ slug: string }>('SELECT slug FROM Api WHERE key = ?');

/** Begins the daily look that is due for longest. Of portals that do so at the same time, one has it. */
export const claimLook = job({
  name: 'claim-look',
  publishes: false,
  *steps({ id, now, next }: { id: string; now: number; next: number }): Steps<{ look?: Look }> {
    const found = yield* first(claim, timeOf(next), timeOf(now), timeOf(now));
    const api = found && (yield* first(slugOf, found.apiKey));
    if (!api) return {};
    return { look: yield* beginLook({ id, slug: api.slug, address: found.address }, now) };
  },
  // Nobody asked for it, and nothing changes by it.
  audit: false,
});

const setFailed = statement(
  `UPDATE FollowedDocument SET lookedAt = ?, failures = failures + 1, problem = ?
    WHERE apiKey = (SELECT key FROM Api WHERE slug = ?) AND address = ?`,
);
const setLooked = statement(
  `UPDATE FollowedDocument SET lookedAt = ?, failures = 0, problem = NULL, takenDigest = coalesce(?, takenDigest)
    WHERE apiKey = (SELECT key FROM Api WHERE slug = ?) AND address = ?`,
);
const setFound = statement(
  `UPDATE FollowedDocument SET importId = ?, seenDigest = ?
    WHERE apiKey = (SELECT key FROM Api WHERE slug = ?) AND address = ?`,
);

/** Says how a look ended. */
export const endLook = job({
  name: 'end-look',
  publishes: false,
  *steps({
    slug,
    address,
    now,
    problem,
    takenDigest,
    found,
  }: {
    slug: string;
    address: string;
    now: number;
    problem: string | null;
    /** Where nothing of it is left to take. */
    takenDigest: string | null;
    /** The import that compares the document; null where it is what was found before. */
    found: { importId: string | null; seenDigest: string } | null;
  }): Steps<undefined> {
    if (problem !== null) {
      yield* run(setFailed, timeOf(now), problem, slug, address);
      return;
    }
    yield* run(setLooked, timeOf(now), takenDigest, slug, address);
    if (found) yield* run(setFound, found.importId, found.seenDigest, slug, address);
  },
  audit: false,
});
