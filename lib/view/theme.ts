export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Kept where the server sees it, so that a page comes in its theme and no script has to change it. */
export const themeCookie = 'farebox_theme';

/** Lenient: whatever else the cookie holds is as if there were none. */
export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
