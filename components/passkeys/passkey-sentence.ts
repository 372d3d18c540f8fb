import { ProblemError } from '../problem-error.ts';

/** What to tell about a passkey that was not made or used. Browsers give reasons that are not for people. */
export function passkeySentence(error: Error): string {
  if (error instanceof ProblemError) return error.message;
  if (error.name === 'InvalidStateError') return 'This device has a passkey for this portal already.';
  return 'The browser did not use a passkey: it was cancelled, took too long, or there is none for this portal.';
}
