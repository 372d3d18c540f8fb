import { hash } from 'node:crypto';
import { z } from 'zod';
import { decryptText, encryptText } from '../encrypted-text.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { UsedChallenge } from '../store/proof.ts';

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
