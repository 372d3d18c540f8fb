/**
 * The first visible text that is not in the input: half a date, invalid JSON, a key that was not added. A call would
 * silently send the previous value.
 */
export function invalidText(panel: HTMLElement | null): HTMLElement | undefined {
  const texts = panel?.querySelectorAll<HTMLElement>(
    ':is(input, textarea):invalid, [role="textbox"][aria-invalid="true"]',
  );
  return [...(texts ?? [])].find((text) => text.checkVisibility());
}

/** Whether controls are still loading: a call would not include what was typed into them. */
export function isLoadingPart(panel: HTMLElement | null): boolean {
  return Boolean(panel?.querySelector('[data-loading-part]'));
}

/** Whether a file is still being read: a call would not include it. */
export function isReadingFile(panel: HTMLElement | null): boolean {
  return Boolean(panel?.querySelector('[role="group"][aria-busy="true"]'));
}
