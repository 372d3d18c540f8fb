import { flushSync } from 'react-dom';

/** What is filled in, before what helps with it. */
const CONTROL =
  ':is(input:not([aria-hidden], [type=color], [type=range]), textarea, select, button:not([data-tool], [aria-expanded]), button[data-tool=add]):not(:disabled)';

/** Moves the focus to the first control of a field. */
export function focusField(field: Element | null | undefined): void {
  field?.querySelector<HTMLElement>(CONTROL)?.focus();
}

/** In a list that is wrong as a whole, the button that adds an item gets the focus. */
export function focusFaultyField(field: Element | null): void {
  const list = field?.querySelector('[role="group"]');
  const add = list?.querySelector<HTMLElement>(
    ':scope > div > [data-tool="add"], :scope > div > div > [data-tool="add"]',
  );
  if (add) add.focus();
  else focusField(field);
}

/** For what takes its own control away: the focus goes to what the field shows next. */
export function thenFocusField(within: Element, act: () => void): void {
  const field = within.closest('[data-pointer]');
  flushSync(act);
  focusField(field);
}

/** For what changes by itself: who is in the field stays in it. */
export function keepFocusIn(within: Element | null, act: () => void): void {
  if (within?.contains(document.activeElement)) thenFocusField(within, act);
  else act();
}

/** Brings the field of a pointer into sight, or what holds it where it has none yet. */
export function showField(form: Element | null, pointer: string): void {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = form?.querySelector(`[data-pointer="${CSS.escape(at)}"]`);
    if (!field) continue;
    field.scrollIntoView({ block: 'start' });
    return focusField(field);
  }
}
