import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * The page, or the part of it that `choose` picks, has nothing that axe finds, and on a wide screen readable colours in
 * the other theme, too.
 */
export async function expectAccessible(
  page: Page,
  choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<void> {
  const axe = () => choose(new AxeBuilder({ page }));
  expect((await axe().analyze()).violations).toEqual([]);
  if ((page.viewportSize()?.width ?? 0) < 768) return;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(showOtherTheme);
  expect((await axe().withRules(['color-contrast']).analyze()).violations).toEqual([]);
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
  await page.emulateMedia({ reducedMotion: null });
}

/** Until its transitions have ended, a colour is between the two themes. */
async function showOtherTheme(): Promise<void> {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset['theme'] = isDark ? 'light' : 'dark';
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
