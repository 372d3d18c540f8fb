import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** More presses of Tab than any page of the journeys needs. */
const mostSteps = 200;

/** How somebody uses a page: what is on it is pressed, filled in and followed. */
export interface Hands {
  press(control: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** One of several buttons of which one is chosen, or a box. */
  choose(option: Locator): Promise<void>;
}

export const pointer: Hands = {
  press: (control) => control.click(),
  fill: (field, text) => field.fill(text),
  choose: (option) => option.check(),
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
  async choose(option) {
    const page = option.page();
    if ((await option.getAttribute('type')) === 'radio') {
      // Tab reaches the one that is chosen, and the arrows the others.
      const group = page.locator(`input[name="${await option.getAttribute('name')}"]:checked`);
      await reach(group);
      for (let step = 0; step < mostSteps && !(await option.isChecked()); step += 1)
        await page.keyboard.press('ArrowDown');
    } else {
      await reach(option);
      await page.keyboard.press('Space');
    }
    await expect(option).toBeChecked();
  },
};

/** The same hands, and how often they have pressed something. */
export function counted(hands: Hands): Hands & { presses: () => number } {
  let presses = 0;
  return {
    ...hands,
    presses: () => presses,
    async press(control) {
      presses += 1;
      await hands.press(control);
    },
    async choose(option) {
      presses += 1;
      await hands.choose(option);
    },
  };
}

async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const page: Page = target.page();
  for (let step = 0; step <= mostSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached with Tab.`);
}
