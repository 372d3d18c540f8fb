import { scryptSync } from 'node:crypto';
import { newSession } from '../../server/people/new-session.ts';
import { newPersonId } from '../../server/people/claim-portal.ts';
import { portalSecret } from '../../server/portal/portal-secret.ts';
import { readSecrets } from '../../server/portal/read-secrets.ts';
import { setSessionCookie } from '../../server/http/session-cookie.ts';
import { makeOperator } from '../../server/store/sql/jobs/make-operator.ts';
import { openSession } from '../../server/store/sql/jobs/open-session.ts';
import { first, statement } from '../../server/store/sql/statement.ts';
import { runStepsIn } from './run-steps-in.ts';

export interface TestPerson {
  key: number;
  id: string;
  email: string;
  headers: { cookie: string };
}

export const testPassword = 'brolly tunnel waxing 77';

const salt = Buffer.from('salt of the tests');
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
/** At the lowest cost, so that tests are fast. */
export const testPasswordHash = `$scrypt$ln=4,r=8,p=1$${base64(salt)}$${base64(scryptSync(testPassword, salt, 32, { N: 16, r: 8, p: 1 }))}`;

const findKey = statement<{ key: number }>('SELECT key FROM Person WHERE id = ?');

/** An operator, with a session that began at a time. Written beside the portal on the data folder, on SQLite. */
export function makePerson(
  dataFolder: string,
  { signedInAt = Date.now(), isHttps = false } = {},
): TestPerson {
  const id = newPersonId();
  const email = `${id}@example.com`;
  const person = { id, email, emailKey: email, name: 'Ada Lovelace' };
  const operator = { person, role: 'owner', passwordHash: testPasswordHash, now: signedInAt } as const;
  runStepsIn(dataFolder, makeOperator(operator));
  const key = runStepsIn(dataFolder, first(findKey, id))?.key ?? 0;
  return { key, id, email, headers: signInBeside(dataFolder, { key, id }, signedInAt, isHttps) };
}

/** Another session of a person. */
export function signInBeside(
  dataFolder: string,
  { key, id }: Pick<TestPerson, 'key' | 'id'>,
  signedInAt = Date.now(),
  isHttps = false,
): { cookie: string } {
  const { token, session } = newSession('Firefox on Linux', Date.now());
  const opened = { ...session, personKey: key, personId: id, now: signedInAt, instead: null };
  runStepsIn(dataFolder, openSession(opened));
  const secret = portalSecret(readSecrets({ dataFolder }));
  return { cookie: setSessionCookie(token, secret, isHttps).split(';', 1)[0] ?? '' };
}
