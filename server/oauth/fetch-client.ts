import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { parseJson } from '../../lib/json/json.ts';
import { redirectAddresses } from '../../lib/oauth/redirect-address.ts';
import { outwardReason } from '../gateway/connector.ts';
import type { EgressAllow } from '../gateway/egress-allow.ts';
import { fetchGuarded, readUpTo } from '../gateway/fetch-guarded.ts';

/** A client of the authorization server. All of them are public: none has a secret. */
export interface OAuthClient {
  id: string;
  name: string;
  host: string;
  redirectUris: readonly string[];
}

/** A person waits for it. */
const mostMs = 5_000;
/** Metadata of a client is a kilobyte. */
const mostBytes = 16 * 1024;
const mostRedirects = 50;
const longestName = 60;
/** What a client says about itself changes seldom. */
const known = new LRUCache<string, OAuthClient>({ max: 100, ttl: 10 * 60_000 });

const metadata = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: redirectAddresses(mostRedirects),
  token_endpoint_auth_method: z.string().optional(),
});

/** Why the metadata of a client cannot be used, in a sentence. */
export class ClientRefused extends Error {}

/** Whether an id is an address of metadata: https, with a path, and without all that would give it two spellings. */
export function isClientAddress(id: string): boolean {
  if (!URL.canParse(id)) return false;
  const { protocol, pathname, username, password, hash, href } = new URL(id);
  const isPlain = username === '' && password === '' && hash === '' && pathname !== '/';
  return protocol === 'https:' && isPlain && href === id;
}

/** The client whose id is an address, by the metadata that is there (OAuth client id metadata documents). */
export async function fetchClient(
  id: string,
  allow: EgressAllow,
  beforeFetch: () => Promise<unknown>,
): Promise<OAuthClient> {
  const found = known.get(id);
  if (found) return found;
  await beforeFetch();
  try {
    const client = parseClient(id, await fetchText(id, allow));
    known.set(id, client);
    return client;
  } catch (error) {
    if (error instanceof ClientRefused) throw error;
    throw new ClientRefused(`The metadata of the client at ${id} cannot be read. ${outwardReason(error)}`);
  }
}

function parseClient(id: string, text: string): OAuthClient {
  const { data } = metadata.safeParse(parseJson(text));
  if (!data || data.client_id !== id)
    throw new ClientRefused(
      `The metadata at ${id} must have its own address as client_id, and redirect_uris that can be used.`,
    );
  if (data.token_endpoint_auth_method?.startsWith('client_secret'))
    throw new ClientRefused(`The metadata at ${id} asks for a secret, which no client of this portal has.`);
  const { host } = new URL(id);
  return {
    id,
    name: plainWords(data.client_name ?? '', longestName) || host,
    host,
    redirectUris: data.redirect_uris,
  };
}

/** Redirects are not followed: the address is the id. */
async function fetchText(id: string, allow: EgressAllow): Promise<string> {
  const signal = AbortSignal.timeout(mostMs);
  const request = { allow, accept: 'application/json', connectMs: mostMs, signal };
  return fetchGuarded(id, request, async ({ statusCode, body }) => {
    if (statusCode !== 200) throw new ClientRefused(`${id} answered ${statusCode} instead of metadata.`);
    const bytes = await readUpTo(mostBytes, body);
    if (!bytes) throw new ClientRefused(`The metadata at ${id} is larger than 16 KiB.`);
    return bytes.toString();
  });
}
