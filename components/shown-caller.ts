/** For whom the page is shown: an account id or `guest`; undefined until it knows. */
let payerOfPage: () => string | undefined = () => undefined;
/** Asks who the caller is now. */
let askAnew: () => void = () => undefined;
/** For whom the open dialog was opened: what it changes is meant for them, whatever another tab has chosen since. */
let payerOfDialog: string | undefined;

/** Returns what ends it. The page of now says whom it is shown for. */
export function showCaller(payer: typeof payerOfPage, ask: typeof askAnew): () => void {
  [payerOfPage, askAnew] = [payer, ask];
  return () => {
    [payerOfPage, askAnew] = [() => undefined, () => undefined];
  };
}

/** While a dialog is open. Returns what ends it. */
export function openForCaller(): () => void {
  const outer = payerOfDialog;
  payerOfDialog ??= payerOfPage();
  return () => {
    payerOfDialog = outer;
  };
}

/** The console, and what changes the caller, are for the person, in whichever account they act. */
const forPerson = /^\/api\/(?:session|operator)(?:\/|$)/;

/** Says for which account the page asks: the portal refuses to answer or to do it for another. */
export function payerHeaders(method: string, path: string): Record<string, string> {
  const payer = (method === 'GET' ? undefined : payerOfDialog) ?? payerOfPage();
  return payer === undefined || forPerson.test(path) ? {} : { 'farebox-payer': payer };
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
  if (payer !== 'guest') payerOfDialog &&= payer;
}

/** The portal answered another caller than the one that the page shows. */
export function noteOtherCaller(): void {
  askAnew();
}
