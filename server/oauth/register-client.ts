import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { parseJson } from '../../lib/json/json.ts';
import { placeOfRedirect, redirectAddresses } from '../../lib/oauth/redirect-address.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { OAuthClient } from './fetch-client.ts';

const mark = 'client';
const longestName = 60;
const mostRedirects = 5;
/** It stands in addresses. */
const longestId = 1_900;

/** The body of `POST /oauth/register` (RFC 7591), of which the portal uses two members. */
export const clientRegistration = z.object({
  client_name: z.string().optional(),
  redirect_uris: redirectAddresses(mostRedirects),
});

const stored = z.tuple([z.string(), z.array(z.string())]);

/**
 * Registers a client for those that know no metadata documents. Nothing is stored: the id is what the client says,
 * signed, so that strangers fill no table. Undefined if it says too much.
 */
export function registerClient(
  { signing }: PortalSecret,
  { client_name = '', redirect_uris }: z.output<typeof clientRegistration>,
): OAuthClient | undefined {
  const value: z.output<typeof stored> = [plainWords(client_name, longestName), redirect_uris];
  const encoded = Buffer.from(JSON.stringify(value)).toString('base64url');
  const id = `${mark}.${encoded}.${signature(signing, encoded)}`;
  return id.length > longestId ? undefined : clientOf(id, value);
}

/** Undefined if the portal did not make the id. */
export function openRegisteredClient({ all }: PortalSecret, id: string): OAuthClient | undefined {
  const [given, encoded, signed, ...more] = id.split('.');
  const isWhole = encoded !== undefined && signed !== undefined && more.length === 0;
  // With anything after it, it would be another id of the same client.
  if (given !== mark || !isWhole || id.length > longestId) return undefined;
  if (!all.some((secret) => isEqual(signature(secret, encoded), signed))) return undefined;
  const { data } = stored.safeParse(parseJson(Buffer.from(encoded, 'base64url').toString()));
  return data && clientOf(id, data);
}

function clientOf(id: string, [name, redirectUris]: z.output<typeof stored>): OAuthClient {
  const [first = ''] = redirectUris;
  const host = placeOfRedirect(first);
  return { id, name: name || host, host, redirectUris };
}

function signature(secret: Buffer, encoded: string): string {
  return createHmac('sha256', secret).update(`registered client ${encoded}`).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
