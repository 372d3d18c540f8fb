import type { Context } from '../portal/context.ts';
import { ClientRefused, fetchClient, isClientAddress, type OAuthClient } from './fetch-client.ts';
import { openRegisteredClient } from './register-client.ts';

/** The client of an id. Throws `ClientRefused` if there is none. */
export async function findClient(
  { secret, settings, rateLimits }: Context,
  id: string,
  network: string,
): Promise<OAuthClient> {
  // Strangers choose the address, as accounts choose those of webhooks: no upstream of the operator can be reached.
  if (isClientAddress(id))
    return fetchClient(id, settings.webhookAllow, () => rateLimits.takeSignIn(network));
  const client = openRegisteredClient(secret, id);
  if (client) return client;
  throw new ClientRefused(
    'client_id is neither the https address of metadata nor an id that this portal has given.',
  );
}
