import type { Session } from '../lib/account/session.ts';

/** For whom something is shown: an account id or `guest`, and the person or the API key that is signed in. */
interface Shown {
  payer: string;
  caller: string | undefined;
}

/** Undefined until the page knows. */
let callerOfPage: () => Shown | undefined = () => undefined;
/** Asks who the caller is now. */
let askAnew: () => void = () => undefined;
/** For whom each open dialog was opened: what it changes is meant for them, whatever another tab has chosen since. */
const dialogs: { meant: Shown | undefined }[] = [];

/** Returns what ends it. The page of now says whom it is shown for. */
export function showCaller(caller: typeof callerOfPage, ask: typeof askAnew): () => void {
  [callerOfPage, askAnew] = [caller, ask];
  return () => {
    [callerOfPage, askAnew] = [() => undefined, () => undefined];
  };
}

/** Of whom a page that shows the session says that it is shown to them. */
export function shownTo(
  session: Pick<Session, 'account' | 'person' | 'key' | 'seeing'> | undefined,
): Shown | undefined {
  if (!session) return undefined;
  const { account, person, key, seeing } = session;
  return { payer: account?.id ?? 'guest', caller: person?.id ?? key?.id ?? seeing?.by };
}

/** While a dialog is open. Returns what ends it. A dialog within another is meant for the same. */
export function openForCaller(): () => void {
  const dialog = { meant: dialogs.at(-1)?.meant ?? callerOfPage() };
  dialogs.push(dialog);
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
  };
}

/** Whoever signs in or out, or asks who they are. */
const forAnybody = /^\/api\/session(?:\/(?:mail-code|passkey))?$/;
/** The console, the choice of an account and a confirmation are for the person, in whichever account they act. */
const forPerson = /^\/api\/(?:operator|session)\//;

/** Says for whom the page asks: the portal refuses to answer or to do it for another. */
export function callerHeaders(method: string, path: string): Record<string, string> {
  if (forAnybody.test(path)) return {};
  const caller = (method === 'GET' ? undefined : dialogs.at(-1)?.meant) ?? callerOfPage();
  const { 'farebox-payer': payer, ...others } = headersFor(caller);
  return payer === undefined || forPerson.test(path) ? others : { 'farebox-payer': payer, ...others };
}

export function headersFor(shown: Shown | undefined): Record<string, string> {
  if (!shown) return {};
  const { payer, caller } = shown;
  return { 'farebox-payer': payer, ...(caller !== undefined && { 'farebox-caller': caller }) };
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
  if (payer === 'guest') return;
  for (const dialog of dialogs) dialog.meant &&= { ...dialog.meant, payer };
}

/** The portal answered another caller than the one that the page shows. */
export function noteOtherCaller(): void {
  askAnew();
}
