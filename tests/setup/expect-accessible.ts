import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The page, or the part of it that `choose` picks, has nothing that axe finds, and colours to be read in both themes. */
export async function expectAccessible(
  page: Page,
  choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<void> {
  const axe = () => choose(new AxeBuilder({ page }));
  expect((await axe().analyze()).violations).toEqual([]);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark', reducedMotion: 'reduce' });
  await page.evaluate(untilTransitionsEnd);
  expect((await axe().withRules(['color-contrast']).analyze()).violations).toEqual([]);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: null });
}

/** Until then a colour is between the two themes. */
async function untilTransitionsEnd(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
}
