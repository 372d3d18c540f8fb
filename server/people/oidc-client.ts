import type { Configuration, CustomFetch } from 'openid-client';
import type { OidcIssuer } from './oidc-issuers.ts';

/** For each request to an issuer. A person waits for it. */
const limitSeconds = 5;
/** Documents of an issuer are some kilobytes. */
const mostBytes = 1024 * 1024;
/** What an issuer says about itself changes seldom. Its keys are asked for again when one is missing. */
const lifetimeMs = 60 * 60 * 1000;

interface KnownIssuer {
  client: Promise<Configuration>;
  until: number;
}

const known = new WeakMap<OidcIssuer, KnownIssuer>();

/** The client for an issuer, which is asked about itself when somebody first signs in there, and every hour. */
export function oidcClient(issuer: OidcIssuer): Promise<Configuration> {
  const found = known.get(issuer);
  if (found && Date.now() < found.until) return found.client;
  const client = discover(issuer);
  known.set(issuer, { client, until: Date.now() + lifetimeMs });
  // An issuer that is away may be back for the next person.
  client.catch(() => known.delete(issuer));
  return client;
}

async function discover({ issuer, clientId, clientSecret }: OidcIssuer): Promise<Configuration> {
  const oidc = await import('openid-client');
  const execute = [oidc.enableNonRepudiationChecks];
  // The operator wrote http: it is on this machine, or on a network that they trust.
  if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: limitSeconds,
    [oidc.customFetch]: fetchLimited,
  });
}

/** Follows no redirect, as the library wishes, and reads no more than documents of an issuer have. */
const fetchLimited: CustomFetch = async (url, options) => {
  const { body: given, signal, ...init } = options;
  // As `fetch` wants bytes.
  const body = given instanceof Uint8Array ? new Uint8Array(given) : given;
  const response = await fetch(url, { ...init, ...(body && { body }), ...(signal && { signal }) });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`The response of ${new URL(url).host} is too large.`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
};
