import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent, useState } from 'react';
import { fetchJson } from '../fetch-json.ts';
import { ProblemError } from '../problem-error.ts';

/** Has the browser use a passkey of this portal, and returns what it says. */
export async function askForPasskey(): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: await fetchOptions() });
}

/** The same, offered in the field of the email address. Undefined if the browser cannot do that. */
async function offerPasskeys(): Promise<unknown> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser');
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  return startAuthentication({ optionsJSON: await fetchOptions(), useBrowserAutofill: true });
}

/** Ends what is offered in the field. */
async function stopOffer(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

async function fetchOptions() {
  return optionsToUse(await fetchJson('POST /api/session/passkey', { body: {} }));
}

/** What to tell about a passkey that was not made or used. Browsers give reasons that are not for people. */
export function passkeySentence(error: Error): string {
  if (error instanceof ProblemError) return error.message;
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for this portal.';
  return 'The browser did not use a passkey: it was cancelled, took too long, or there is none for this portal.';
}

type ToMake = Parameters<typeof startRegistration>[0]['optionsJSON'];
type ToUse = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Guaranteed by the portal, which makes the options with the counterpart of the library. */
export function optionsToMake(options: unknown): ToMake {
  return options as ToMake;
}

/** Guaranteed in the same way. */
function optionsToUse(options: unknown): ToUse {
  return options as ToUse;
}

/** Offers passkeys in the field of the email address, where the browser can. Returns why one was refused. */
export function useFieldPasskey(
  isWanted: boolean,
  send: (passkey: unknown) => Promise<unknown>,
): string | undefined {
  const [failure, setFailure] = useState<string>();
  const sendLatest = useEffectEvent(send);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const offer = async () => {
      const passkey = await offerPasskeys();
      if (passkey !== undefined && !isGone) await sendLatest(passkey);
    };
    // Errors of the browser are no failures here: the person did something else.
    offer().catch((error: unknown) => error instanceof ProblemError && setFailure(error.message));
    return () => {
      isGone = true;
      void stopOffer();
    };
  }, [isWanted]);
  return failure;
}
