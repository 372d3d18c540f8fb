import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** More presses of Tab than any page of the journeys needs. */
const mostSteps = 200;

/** How somebody uses a page: what is on it is pressed, filled in and followed. */
export interface Hands {
  press(control: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
}

export const pointer: Hands = {
  press: (control) => control.click(),
  fill: (field, text) => field.fill(text),
};

/** Goes to everything with Tab, from wherever the focus is. */
export const keyboard: Hands = {
  async press(control) {
    await reach(control);
    await control.page().keyboard.press('Enter');
  },
  async fill(field, text) {
    await reach(field);
    await field.page().keyboard.press('ControlOrMeta+a');
    await field.page().keyboard.type(text);
  },
};

async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const page: Page = target.page();
  for (let step = 0; step <= mostSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached with Tab.`);
}
