import { z } from 'zod';
import { isFitForName, unfitForName } from '../text/names.ts';

export const longestPasskeyName = 60;
/** What devices send has some hundreds of characters. */
const longestPart = 20_000;

const base64url = z
  .string('Expected what the browser returns.')
  .max(longestPart, 'This is too long.')
  .regex(/^[\w-]+$/, 'Expected Base64 as in a URL.');

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

const common = { id: base64url, rawId: base64url, type: z.literal('public-key') };
/** The portal asks for no extensions. */
const clientExtensionResults = z.object({}).default({});

/** What a browser returns when a passkey is made. */
const createdPasskey = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string()).optional().transform(knownTransports),
  }),
  clientExtensionResults,
});

/** What a browser returns when a passkey is used. */
export const usedPasskey = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
  clientExtensionResults,
});

export type UsedPasskey = z.output<typeof usedPasskey>;
export type Transport = z.output<typeof transport>;

/** Browsers invent new ones. */
function knownTransports(given: string[] = []): Transport[] {
  return given.flatMap((one) => transport.safeParse(one).data ?? []);
}

/** Those of a stored passkey. */
export function transportsOf(json: string): Transport[] {
  return z.array(transport).parse(JSON.parse(json));
}

/** The body of `POST /api/passkeys`. */
export const newPasskey = z.strictObject({
  name: z
    .string('Name the passkey.')
    .trim()
    .min(1, 'Name the passkey, for example after the device.')
    .max(longestPasskeyName, `A name can have at most ${longestPasskeyName} characters.`)
    .refine(isFitForName, unfitForName('A name')),
  credential: createdPasskey,
});

export type NewPasskey = z.output<typeof newPasskey>;

export const addedPasskey = z.strictObject({ id: z.string() }).meta({ id: 'AddedPasskey' });

/** The body of `POST /api/session` with a passkey. */
export const passkeySignInBody = z.strictObject({ passkey: usedPasskey });

/** What the browser is given to make or use a passkey. */
export const passkeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PasskeyOptions', description: 'Options of WebAuthn, for the functions of the browser.' });

/** The response of `GET /api/passkeys`. */
export const passkeyList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime().nullable(),
      }),
    ),
    unavailable: z
      .string()
      .nullable()
      .meta({ description: 'Why this portal has no passkeys; null if it has.' }),
  })
  .meta({ id: 'PasskeyList' });

export type PasskeyList = z.output<typeof passkeyList>;
