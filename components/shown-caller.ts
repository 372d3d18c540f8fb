import type { Session } from '../lib/account/session.ts';

/** For whom something is shown: an account id or `guest`, and who is signed in. */
interface Shown {
  payer: string;
  person: string | undefined;
}

/** Undefined until the page knows. */
let callerOfPage: () => Shown | undefined = () => undefined;
/** Asks who the caller is now. */
let askAnew: () => void = () => undefined;
/** For whom the open dialog was opened: what it changes is meant for them, whatever another tab has chosen since. */
let callerOfDialog: Shown | undefined;

/** Returns what ends it. The page of now says whom it is shown for. */
export function showCaller(caller: typeof callerOfPage, ask: typeof askAnew): () => void {
  [callerOfPage, askAnew] = [caller, ask];
  return () => {
    [callerOfPage, askAnew] = [() => undefined, () => undefined];
  };
}

/** Of whom a page that shows the session says that it is shown to them. */
export function shownTo(session: Pick<Session, 'account' | 'person'> | undefined): Shown | undefined {
  return session && { payer: session.account?.id ?? 'guest', person: session.person?.id };
}

/** While a dialog is open. Returns what ends it. */
export function openForCaller(): () => void {
  const outer = callerOfDialog;
  callerOfDialog ??= callerOfPage();
  return () => {
    callerOfDialog = outer;
  };
}

/** What changes the caller is for whoever asks. */
const forAnybody = /^\/api\/session(?:\/|$)/;
/** The console is for the person, in whichever account they act. */
const forPerson = /^\/api\/operator\//;

/** Says for whom the page asks: the portal refuses to answer or to do it for another. */
export function callerHeaders(method: string, path: string): Record<string, string> {
  if (forAnybody.test(path)) return {};
  const caller = (method === 'GET' ? undefined : callerOfDialog) ?? callerOfPage();
  const { 'farebox-payer': payer, ...person } = headersFor(caller);
  return payer === undefined || forPerson.test(path) ? person : { 'farebox-payer': payer, ...person };
}

export function headersFor(caller: Shown | undefined): Record<string, string> {
  if (!caller) return {};
  const { payer, person } = caller;
  return { 'farebox-payer': payer, ...(person !== undefined && { 'farebox-person': person }) };
}

const ofAnother = new Set(['other-payer', 'session-ended', 'account-suspended']);
const ofGuest = new Set(['sign-in-required', 'account-required', 'operator-required']);

/** Asks who the caller is now if the code of a refusal says that it is another than the page shows, or suspended. */
export function noteRefusal(code: string): void {
  if (ofAnother.has(code) || ofGuest.has(code)) askAnew();
}

/**
 * A change was refused because another account would get it, whose name the refusal says: who repeats it means that one.
 * Not a guest, whose session has ended: they sign in again, perhaps for a third account.
 */
export function noteOtherPayer(payer: string): void {
  if (payer !== 'guest') callerOfDialog &&= { ...callerOfDialog, payer };
}

/** The portal answered another caller than the one that the page shows. */
export function noteOtherCaller(): void {
  askAnew();
}
