'use client';

import { useSyncExternalStore } from 'react';
import { readTheme, type Theme, themeCookie } from '../../../lib/view/theme.ts';
import { Icon } from '../icons.tsx';

const yearSeconds = 365 * 24 * 60 * 60;

export const themeChoices: { theme: Theme; label: string; word: string; path: string }[] = [
  { theme: 'system', label: 'System theme', word: 'System', path: 'M2 3h12v8H2zM8 11v3m-3 0h6' },
  {
    theme: 'light',
    label: 'Light theme',
    word: 'Light',
    path: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13',
  },
  {
    theme: 'dark',
    label: 'Dark theme',
    word: 'Dark',
    path: 'M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z',
  },
];

/** The theme in the footer, for everybody. Who is signed in has it in their menu, too. */
export function ThemeSwitch({ theme: asked }: { theme: Theme }) {
  const theme = useTheme(asked);
  return (
    <fieldset className="with-script flex rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">Theme</legend>
      {themeChoices.map((choice) => (
        <label
          key={choice.theme}
          title={choice.label}
          className="relative flex size-7 cursor-pointer items-center justify-center rounded text-quiet hover:text-ink has-checked:bg-sunk has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            aria-label={choice.label}
            checked={choice.theme === theme}
            onChange={() => chooseTheme(choice.theme)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon path={choice.path} />
        </label>
      ))}
    </fieldset>
  );
}

/** The theme of the page, which any of its switches changes. `asked`: what the server rendered. */
export function useTheme(asked: Theme = 'system'): Theme {
  return useSyncExternalStore(whenThemeChanges, shownTheme, () => asked);
}

function shownTheme(): Theme {
  return readTheme(document.documentElement.dataset['theme']);
}

function whenThemeChanges(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Applies the theme here at once; the server applies it to the next page. */
export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const age = theme === 'system' ? 0 : yearSeconds;
  document.cookie = `${themeCookie}=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
