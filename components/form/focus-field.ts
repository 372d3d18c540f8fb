import { flushSync } from 'react-dom';

/** Inputs, before the buttons that help with them. */
const controlSelector =
  ':is(input:not([aria-hidden], [type=color], [type=range]), textarea, select, button:not([data-tool], [aria-expanded]), button[data-tool=add]):not(:disabled)';

/** Focuses the first control of a field. */
export function focusField(field: Element | null | undefined): void {
  field?.querySelector<HTMLElement>(controlSelector)?.focus();
}

/** For an error of a whole list, focuses its Add button. */
export function focusFaultyField(field: Element | null): void {
  const list = field?.querySelector('[role="group"]');
  const add = list?.querySelector<HTMLElement>(
    ':scope > div > [data-tool="add"], :scope > div > div > [data-tool="add"]',
  );
  if (add) add.focus();
  else focusField(field);
}

/** For a button that removes itself: focuses what the field shows next. */
export function thenFocusField(within: Element, act: () => void): void {
  const field = within.closest('[data-pointer]');
  flushSync(act);
  focusField(field);
}

/** For a control that replaces itself: keeps the focus in the field. */
export function keepFocusIn(within: Element | null, act: () => void): void {
  if (within?.contains(document.activeElement)) thenFocusField(within, act);
  else act();
}

/** Scrolls to the field of a pointer, or to its closest parent on the page. */
export function showField(form: Element | null, pointer: string): void {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = form?.querySelector(`[data-pointer="${CSS.escape(at)}"]`);
    if (!field) continue;
    field.scrollIntoView({ block: 'start' });
    return focusField(field);
  }
}
