import * as z from 'zod/mini';
import { jsonOrUndefined } from '../../lib/json/json.ts';
import { withStorage } from '../browser.ts';
import { buttonName, leftFormKey, openerOfDialog } from './pressed-button.ts';

/** As long as the portal waits for an issuer. */
const longestAgeMs = 10 * 60_000;
/** How long a page may load what the form needs. */
const longestWaitMs = 30_000;
/** A few fields, and a reason. */
const longestText = 20_000;

const leftForm = z.object({
  owner: z.string(),
  path: z.string(),
  leftAtMs: z.number(),
  /** The button that opens the dialog; null for a form of the page. */
  opener: z.nullable(z.string()),
  dialog: z.nullable(z.string()),
  action: z.string(),
  fields: z.array(
    z.object({ name: z.string(), nth: z.number(), value: z.string(), checked: z.optional(z.boolean()) }),
  ),
});

type LeftForm = z.output<typeof leftForm>;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Stores the form that waits for a confirmation, without secrets and files. */
export function rememberForm(owner: string): void {
  const form = document.querySelector<HTMLFormElement>('form[aria-busy="true"]');
  if (!form) return;
  const dialog = dialogOf(form);
  const opener = dialog === null ? null : openerOfDialog();
  if (opener === undefined) return;
  const left: LeftForm = {
    owner,
    path: window.location.pathname,
    leftAtMs: Date.now(),
    opener,
    dialog,
    action: actionOf(form),
    fields: fieldsOf(form),
  };
  const text = JSON.stringify(left);
  if (text.length <= longestText)
    withStorage('sessionStorage', (storage) => storage.setItem(leftFormKey, text));
}

/** Opens and fills the form again, if it is theirs and of this page. It is stored for one return. */
export function returnToForm(owner: string | undefined): void {
  const text = withStorage('sessionStorage', (storage) => storage.getItem(leftFormKey));
  withStorage('sessionStorage', (storage) => storage.removeItem(leftFormKey));
  const { data: left } = leftForm.safeParse(jsonOrUndefined(text));
  if (!left || left.owner !== owner || left.path !== window.location.pathname) return;
  if (Date.now() - left.leftAtMs < longestAgeMs) followPage(left);
}

/** Goes on as the page shows more of itself, until all is filled in or the person does something. */
function followPage(left: LeftForm): void {
  let isOpened = left.dialog === null;
  let missing = left.fields;
  const ended = new AbortController();
  const goOn = () => {
    const form = only(
      [...document.forms],
      (one) => dialogOf(one) === left.dialog && actionOf(one) === left.action,
    );
    if (form) missing = missing.filter((field) => !fill(form, field));
    else if (!isOpened) isOpened = press(left.opener);
    if (form && missing.length === 0) ended.abort();
  };
  const observer = new MutationObserver(goOn);
  const timer = setTimeout(() => ended.abort(), longestWaitMs);
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, () => ended.abort(), { signal: ended.signal, capture: true });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  goOn();
}

/** Whether there is such a button, and no other of its name. */
function press(name: string | null): boolean {
  const button = only([...document.querySelectorAll('button')], (one) => buttonName(one) === name);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

const dialogOf = (form: HTMLFormElement) => form.closest('dialog')?.getAttribute('aria-label') ?? null;

/** The label of its button, or its first one where it says the amount that is typed. */
function actionOf(form: HTMLFormElement): string {
  const button = form.querySelector<HTMLElement>('button[type="submit"]');
  return button?.dataset['action'] ?? button?.textContent ?? '';
}

function fieldsOf(form: HTMLFormElement): LeftForm['fields'] {
  const counts = new Map<string, number>();
  return controlsOf(form).map((control) => {
    const { name, value } = control;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    return { name, nth, value, ...(isTicked(control) && { checked: control.checked }) };
  });
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      (one instanceof HTMLInputElement ||
        one instanceof HTMLSelectElement ||
        one instanceof HTMLTextAreaElement) &&
      one.name !== '' &&
      one.type !== 'file' &&
      !isSecret(one),
  );
}

const isSecret = ({ type, autocomplete }: Control) =>
  type === 'password' || /password|one-time-code/.test(autocomplete);

const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Whether the form has the field: some come after another is filled in. */
function fill(form: HTMLFormElement, { name, nth, value, checked }: LeftForm['fields'][number]): boolean {
  const control = controlsOf(form).filter((one) => one.name === name)[nth];
  if (!control) return false;
  if (isTicked(control)) {
    if (control.checked !== checked) control.click();
  } else if (control.value !== value) {
    setAsTyped(control, value);
  }
  return true;
}

/** React does not see a value that a script sets on the element itself: it puts a setter of its own there. */
function setAsTyped(control: Control, value: string): void {
  const ofKind: unknown = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(ofKind, 'value')?.set?.call(control, value);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

function only<Item>(items: Item[], isIt: (item: Item) => boolean): Item | undefined {
  const found = items.filter(isIt);
  return found.length === 1 ? found[0] : undefined;
}
