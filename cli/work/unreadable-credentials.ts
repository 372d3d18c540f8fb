import { purposeOfCredential } from '../../server/gateway/stored-credentials.ts';
import { decryptText } from '../../server/portal/encrypted-text.ts';
import { storedCredentials } from '../../server/store/check-data.ts';
import type { DataPlace } from '../operate.ts';
import { secretsAtHand } from '../../server/portal/read-secrets.ts';

/** Names the credentials that the secrets of this command do not open. Undefined if there are none, or no secrets. */
export async function unreadableCredentials(place: DataPlace): Promise<string | undefined> {
  const secrets = secretsAtHand(place);
  if (!secrets) return undefined;
  const stored = await storedCredentials(place);
  const names = stored.flatMap(({ name, value }) =>
    decryptText(secrets, purposeOfCredential(name), value) === undefined ? [name] : [],
  );
  if (names.length === 0) return undefined;
  return `No secret of FAREBOX_SECRET opens these upstream credentials, so calls miss them: ${names.join(', ')}. Put the secret of before into the list, or set them again in the console.`;
}
