'use client';

import { type Theme, themeCookie } from '../../lib/view/theme.ts';

const yearSeconds = 365 * 24 * 60 * 60;

const choices: { theme: Theme; label: string; path: string }[] = [
  { theme: 'system', label: 'System theme', path: 'M2 3h12v8H2zM8 11v3m-3 0h6' },
  {
    theme: 'light',
    label: 'Light theme',
    path: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13',
  },
  { theme: 'dark', label: 'Dark theme', path: 'M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z' },
];

export function ThemeSwitch({ theme }: { theme: Theme }) {
  return (
    <fieldset className="with-script flex rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map((choice) => (
        <label
          key={choice.theme}
          title={choice.label}
          className="relative flex size-7 cursor-pointer items-center justify-center rounded text-quiet hover:text-ink has-checked:bg-sunk has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            aria-label={choice.label}
            defaultChecked={choice.theme === theme}
            onChange={() => choose(choice.theme)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <svg
            aria-hidden
            viewBox="0 0 16 16"
            className="size-4 fill-none stroke-current stroke-[1.5]"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d={choice.path} />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}

/** Applies the theme here at once; the server applies it to the next page. */
function choose(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const age = theme === 'system' ? 0 : yearSeconds;
  document.cookie = `${themeCookie}=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
