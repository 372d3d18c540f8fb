// A file of its own: every page notes what is pressed, and only the form that is left needs a schema.

/** In the tab alone. A change of the caller deletes it, as all names that start so. */
export const leftFormKey = 'farebox.left-form';

let pressed: HTMLButtonElement | undefined;

/** The name of the button that opened the dialog of now: while a dialog is open, no button outside can be pressed. */
export function openerOfDialog(): string | undefined {
  return pressed && buttonName(pressed);
}

export function buttonName(button: HTMLButtonElement): string {
  return button.getAttribute('aria-label') ?? button.textContent;
}

export function notePressed({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button && !button.closest('dialog')) pressed = button;
}
