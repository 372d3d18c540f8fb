import type { JsonObject } from '../../../lib/json/json.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

interface NewPicture {
  kind: string;
  /** Null takes it away. */
  picture: { type: string; content: Uint8Array } | null;
}

interface NewFace {
  /** The version that it was made of. */
  after: number;
  /** JSON: lib/face/stored-face.ts. */
  content: string;
  pictures: NewPicture[];
  /** For the audit log: what is changed, as it was and as it is. */
  before: JsonObject;
  change: JsonObject;
  now: number;
}

const readVersion = statement<{ version: number }>('SELECT version FROM Face WHERE key = 1');
const write = statement(
  `INSERT INTO Face (key, version, content, changedAt) VALUES (1, ?, ?, ?)
   ON CONFLICT (key) DO UPDATE SET version = excluded.version, content = excluded.content,
     changedAt = excluded.changedAt`,
);
const dropPicture = statement('DELETE FROM FacePicture WHERE kind = ?');
const addPicture = statement('INSERT INTO FacePicture (kind, type, content) VALUES (?, ?, ?)');

/** Changes what the portal shows of itself, unless somebody else did so meanwhile. */
export const changeFace = job({
  name: 'change-face',
  publishes: 'face',
  *steps({
    after,
    content,
    pictures,
    now,
  }: NewFace): Steps<{ outcome: 'changed' | 'overtaken'; version: number }> {
    const version = Number((yield* first(readVersion))?.version ?? 0);
    if (version !== after) return { outcome: 'overtaken', version };
    yield* run(write, version + 1, content, timeOf(now));
    for (const { kind, picture } of pictures) {
      yield* run(dropPicture, kind);
      if (picture) yield* run(addPicture, kind, picture.type, picture.content);
    }
    return { outcome: 'changed', version: version + 1 };
  },
  audit: ({ before, change }, { outcome }) =>
    outcome === 'overtaken' ? null : { target: null, before, after: change },
});
