import { scryptSync } from 'node:crypto';
import type { OperatorRole } from '../../lib/account/session.ts';
import { newSession } from '../../server/people/change-password.ts';
import { newPersonId } from '../../server/people/registration.ts';
import { parseSecrets } from '../../server/portal/parse-secrets.ts';
import { portalSecret } from '../../server/portal/portal-secret.ts';
import { readSecrets } from '../../server/portal/read-secrets.ts';
import { setSessionCookie } from '../../server/doors/cookies.ts';
import { makeOperator } from '../../server/store/people/person-jobs.ts';
import { openSession } from '../../server/store/people/session-jobs.ts';
import { first, run, statement } from '../../server/store/sql/statement.ts';
import { placeOf, testSecret } from './data-place.ts';
import { runBeside } from './run-beside.ts';

export interface TestPerson {
  key: number;
  id: string;
  name: string;
  email: string;
  headers: { cookie: string };
}

export const testPassword = 'brolly tunnel waxing 77';

const salt = Buffer.from('salt of the tests');
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const hashAt = (ln: number) => {
  const options = { N: 2 ** ln, r: 8, p: 1, maxmem: 2 ** 28 };
  return `$scrypt$ln=${ln},r=8,p=1$${base64(salt)}$${base64(scryptSync(testPassword, salt, 32, options))}`;
};
/** At the lowest cost, so that tests are fast. */
export const testPasswordHash = hashAt(4);
/** As the settings demand it. */
export const strongPasswordHash = () => hashAt(17);

const endRole = statement('UPDATE Person SET operatorRole = NULL WHERE id = ?');
const findKey = statement<{ key: number }>('SELECT key FROM Person WHERE id = ?');

interface Wish {
  /** Null: no operator. */
  role?: OperatorRole | null;
  name?: string;
  signedInAt?: number;
  isHttps?: boolean;
  /** When a mailed code was entered that began the session. */
  mailedCodeAt?: number;
}

/** Somebody with a session that began at a time, at a portal that may be running. An operator, if nothing else is wished. */
export async function makePerson(
  dataFolder: string,
  { role = 'owner', name = 'Ada Lovelace', signedInAt = Date.now(), isHttps = false }: Wish = {},
): Promise<TestPerson> {
  const id = newPersonId();
  const email = `${id}@example.com`;
  const person = { id, email, emailKey: email, name };
  const operator = {
    person,
    role: role ?? 'viewer',
    passwordHash: testPasswordHash,
    now: signedInAt,
  } as const;
  const found = await runBeside(dataFolder, function* () {
    yield* makeOperator.steps(operator);
    if (role === null) yield* run(endRole, id);
    return yield* first(findKey, id);
  });
  const key = found?.key ?? 0;
  const headers = await signInBeside(dataFolder, { key, id }, { signedInAt, isHttps });
  return { key, id, name, email, headers };
}

/** Another session of a person. */
export async function signInBeside(
  dataFolder: string,
  { key, id }: Pick<TestPerson, 'key' | 'id'>,
  { signedInAt = Date.now(), isHttps = false, ...began }: Omit<Wish, 'role' | 'name'> = {},
): Promise<{ cookie: string }> {
  const { token, session } = newSession('Firefox on Linux', Date.now());
  const opened = { ...session, ...began, personKey: key, personId: id, now: signedInAt, instead: null };
  await runBeside(dataFolder, () => openSession.steps(opened));
  const [cookie = ''] = setSessionCookie(token, secretOf(dataFolder), isHttps).split(';', 1);
  return { cookie };
}

function secretOf(dataFolder: string) {
  const place = placeOf(dataFolder);
  const given = place.databaseUrl === undefined ? undefined : parseSecrets(testSecret);
  if (typeof given === 'string') throw new Error(given);
  return portalSecret(readSecrets(place, given));
}
