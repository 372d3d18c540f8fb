import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Axe describes every element that a rule passes unless it is told not to: most of its time on a long page. For the
 * option of another rule, spread these.
 */
export const violationsOnly: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'] };

/**
 * The page, or the part of it that `choose` picks, has nothing that axe finds, and on a wide screen readable colours in
 * the other theme, too.
 */
export async function expectAccessible(
  page: Page,
  choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<void> {
  // By itself it opens a second page for each result, so that frames of other origins have a part in it: we have none.
  const axe = () => choose(new AxeBuilder({ page }).setLegacyMode().options({ ...violationsOnly }));
  // A page that has just been gone to has its title a moment after its text.
  await expect(page).toHaveTitle(/./);
  await expectNone(page, axe);
  if ((page.viewportSize()?.width ?? 0) < 768) return;
  await page.evaluate(showOtherTheme);
  await expectNone(page, () => axe().withRules(['color-contrast']));
  await page.evaluate(showOwnTheme);
}

/** A page may change while axe reads it, a price be asked for anew: what is wrong is wrong on the page that stays. */
async function expectNone(page: Page, axe: () => AxeBuilder): Promise<void> {
  const violations = async () => {
    // While a price is asked for, the one before is dimmed.
    await expect(page.locator('.transition-opacity[aria-busy="true"]')).toHaveCount(0);
    await page.waitForFunction(isStill);
    return (await axe().analyze()).violations;
  };
  await expect.poll(violations).toEqual([]);
}

/** Whether every animation that ends has ended. */
function isStill(): boolean {
  const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
  return moving.every(({ effect }) => effect?.getComputedTiming().iterations === Infinity);
}

/** Without transitions: until they have ended, colours are between the two themes. */
function showOtherTheme(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(still);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset['theme'] = isDark ? 'light' : 'dark';
}

function showOwnTheme(): void {
  document.documentElement.removeAttribute('data-theme');
  document.adoptedStyleSheets.pop();
}
