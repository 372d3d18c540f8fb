import { hash } from 'node:crypto';
import type { Configuration, CustomFetch } from 'openid-client';
import { z } from 'zod';
import { decryptText, encryptText } from '../../portal/encrypted-text.ts';
import type { PortalSecret } from '../../portal/portal-secret.ts';
import type { UsedChallenge } from '../../store/people/proofs.ts';

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

/** Where people can sign in beside the portal (OpenID Connect). */
export interface OidcIssuer {
  /** In addresses of the portal: small letters and digits. */
  name: string;
  /** On buttons. */
  label: string;
  /** As it calls itself, such as https://login.example.com/realms/acme. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Enough for anybody. The sign-in page shows a button for each. */
const mostIssuers = 20;
const mostLabelLength = 60;
const shortName = /^[a-z][a-z0-9]{0,29}$/;

/** The short names of FAREBOX_OIDC, in their order; or the end of a sentence that says what is wrong. */
export function parseIssuerNames(text: string): string[] | string {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (!names.every((name) => shortName.test(name)))
    return 'must be names of letters and digits separated by commas, such as google, acme';
  if (new Set(names).size < names.length) return 'must have each name once';
  if (names.length > mostIssuers) return `must have at most ${mostIssuers} names`;
  return names;
}

/**
 * Parses the settings of the issuer with a short name. A string is an error sentence, without secrets.
 * `secretOf`: a setting that is a secret, from its variable or its file.
 */
export function parseIssuer(
  name: string,
  variables: Readonly<Record<string, string | undefined>>,
  secretOf: (name: string) => string | undefined,
): OidcIssuer | string {
  const prefix = `FAREBOX_OIDC_${name.toUpperCase()}`;
  const issuer = variables[`${prefix}_ISSUER`];
  const clientId = variables[`${prefix}_CLIENT_ID`];
  const clientSecret = secretOf(`${prefix}_CLIENT_SECRET`);
  if (!issuer || !clientId || !clientSecret)
    return `${prefix}_ISSUER, ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set, because FAREBOX_OIDC names ${name}`;
  if (!isIssuerAddress(issuer))
    return `${prefix}_ISSUER must be an http or https address without a query, such as https://login.example.com, not ${JSON.stringify(issuer)}`;
  const label = variables[`${prefix}_LABEL`]?.trim() || name;
  if (label.length > mostLabelLength || /\p{Cc}/u.test(label))
    return `${prefix}_LABEL can have at most ${mostLabelLength} characters, and no line breaks`;
  return { name, label, issuer, clientId, clientSecret };
}

function isIssuerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !/[?#]/.test(text) && username === '' && password === '';
}

/** How long somebody has to sign in elsewhere. */
export const oidcTripMs = 10 * 60 * 1000;

const oidcTrip = z.strictObject({
  /** The name of the issuer. */
  issuer: z.string(),
  purpose: z.enum(['sign-in', 'connect', 'confirm']),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The token of an invitation. */
  invitation: z.string().optional(),
  returnTo: z.string().optional(),
  /** Who is signed in, if they connect or confirm. */
  sessionId: z.string().optional(),
  begunAt: z.int(),
});

/** What the portal remembers of a sign-in elsewhere, in a cookie of the browser. */
export type OidcTrip = z.output<typeof oidcTrip>;

const purpose = { purpose: 'sign-ins elsewhere', owner: 'cookie' } as const;

export function sealOidcTrip({ signing }: PortalSecret, trip: OidcTrip): string {
  return Buffer.from(encryptText(signing, purpose, JSON.stringify(trip))).toString('base64url');
}

/** Undefined if the portal did not make it, or it is too old. */
export function openOidcTrip({ all }: PortalSecret, sealed: string, now: number): OidcTrip | undefined {
  const text = decryptText(all, purpose, Buffer.from(sealed, 'base64url').toString());
  if (text === undefined) return undefined;
  const { data } = oidcTrip.safeParse(JSON.parse(text));
  return data && now < data.begunAt + oidcTripMs ? data : undefined;
}

/** Is written when the trip ends, so that it ends once. */
export function challengeOf({ state, begunAt }: OidcTrip): UsedChallenge {
  return { hash: hash('sha256', `sign-in elsewhere ${state}`), expiresAt: begunAt + oidcTripMs };
}
