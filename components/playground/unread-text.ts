/**
 * The first text in sight that stands for no value: half of a date, JSON that is broken, a key that was not added. A
 * call would send the value from before, and nobody would know.
 */
export function unreadText(panel: HTMLElement | null): HTMLElement | undefined {
  const texts = panel?.querySelectorAll<HTMLElement>(
    ':is(input, textarea):invalid, [role="textbox"][aria-invalid="true"]',
  );
  return [...(texts ?? [])].find((text) => text.checkVisibility());
}

/** Whether a file is still being read: a call would leave it out. */
export function isReadingFile(panel: HTMLElement | null): boolean {
  return Boolean(panel?.querySelector('[role="group"][aria-busy="true"]'));
}
