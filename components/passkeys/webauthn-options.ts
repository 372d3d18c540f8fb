import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type ToMake = Parameters<typeof startRegistration>[0]['optionsJSON'];
type ToUse = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Guaranteed by the portal, which makes the options with the counterpart of the library. */
export function optionsToMake(options: unknown): ToMake {
  return options as ToMake;
}

/** Guaranteed in the same way. */
export function optionsToUse(options: unknown): ToUse {
  return options as ToUse;
}
