import { passkeyOptions } from '../../lib/account/passkeys.ts';
import { fetchJson } from '../fetch-json.ts';
import { optionsToUse } from './webauthn-options.ts';

/** Has the browser use a passkey of this portal, and returns what it says. */
export async function askForPasskey(): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: await fetchOptions() });
}

/** The same, offered in the field of the email address. Undefined if the browser cannot do that. */
export async function offerPasskeys(): Promise<unknown> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser');
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  return startAuthentication({ optionsJSON: await fetchOptions(), useBrowserAutofill: true });
}

/** Ends what is offered in the field. */
export async function stopOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

async function fetchOptions() {
  const { signal } = new AbortController();
  return optionsToUse(await fetchJson('/api/session/passkey', passkeyOptions, signal, { body: {} }));
}
