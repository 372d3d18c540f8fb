export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** In a cookie, so that the server renders the theme and no script has to change it. */
export const themeCookie = 'farebox_theme';

/** Ignores any other value of the cookie. */
export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}
