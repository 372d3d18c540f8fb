import type { OperatorRole } from '../../lib/account/operator-role.ts';
import { newSession } from '../../server/people/new-session.ts';
import { parseSecrets } from '../../server/portal/parse-secrets.ts';
import { portalSecret } from '../../server/portal/portal-secret.ts';
import { readSecrets } from '../../server/portal/read-secrets.ts';
import { setSessionCookie } from '../../server/http/session-cookie.ts';
import { runTransaction } from '../../server/store/postgres/run-steps.ts';
import { openSession } from '../../server/store/sql/jobs/open-session.ts';
import { openTestStore, placeOf, testSecret } from './data-place.ts';
import { withPool } from './rows.ts';
import { runStepsIn } from './run-steps-in.ts';

export interface SignedIn {
  id: string;
  name: string;
  email: string;
  headers: { cookie: string };
}

let made = 0;

/** An operator of a running portal with a session that began at a time, without the time that a password takes. */
export async function signInAs(
  dataFolder: string,
  role: OperatorRole,
  name = `Person ${(made += 1)}`,
  now = Date.now(),
): Promise<SignedIn> {
  const id = `per_${process.pid}x${(made += 1)}`;
  const email = `${id}@example.com`;
  const { writer, people, close } = await openTestStore(dataFolder);
  try {
    const person = { id, email, emailKey: email, name };
    await writer.run('make-operator', { person, role, passwordHash: null, now });
    const { token, session } = newSession('Firefox on Linux', now);
    const personKey = (await people.findByEmail(email))?.key ?? 0;
    const steps = () => openSession({ ...session, personKey, personId: id, now, instead: null });
    const { databaseUrl } = placeOf(dataFolder);
    if (databaseUrl === undefined) runStepsIn(dataFolder, steps());
    else await withPool(databaseUrl, (pool) => runTransaction(pool, steps));
    const [cookie = ''] = setSessionCookie(token, secretOf(dataFolder), false).split(';', 1);
    return { id, name, email, headers: { cookie } };
  } finally {
    await close();
  }
}

function secretOf(dataFolder: string) {
  const place = placeOf(dataFolder);
  const given = place.databaseUrl === undefined ? undefined : parseSecrets(testSecret);
  if (typeof given === 'string') throw new Error(given);
  return portalSecret(readSecrets(place, given));
}
