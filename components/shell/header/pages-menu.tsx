'use client';

import type { Session } from '../../../lib/account/session.ts';
import { menuIcon, themeIcon } from '../icon-paths.ts';
import { Icon } from '../icons.tsx';
import { Menu, MenuGroup, MenuLink } from './menu.tsx';
import { headerLinks } from './site-nav.tsx';
import { chooseTheme, themeChoices, useTheme } from './theme-switch.tsx';

export const menuButton =
  'flex h-9 items-center gap-2 rounded-md font-medium hover:bg-hover aria-expanded:bg-hover max-rail:size-11 max-rail:justify-center';

/** For guests on phones: the pages of the portal. */
export function PagesMenu({ session }: { session: Session }) {
  return (
    <Menu
      label="Pages"
      button={<Icon path={menuIcon} className="size-[1.125rem]" />}
      buttonName="Pages"
      buttonClassName={`${menuButton} size-9 justify-center md:hidden`}
    >
      <Pages session={session} />
      <ThemeItems />
    </Menu>
  );
}

/** Of an account: its menu has them in its own group. */
const ofAccount = ['/calls', '/credits', '/keys'];

/** The pages of the header, where it has no room for them. */
export function Pages({ session }: { session: Session }) {
  return (
    <MenuGroup label="Pages" className="md:hidden">
      {headerLinks(session)
        .filter(({ href }) => !session.account || !ofAccount.some((page) => page === href))
        .map(({ href, name }) => (
          <MenuLink key={href} href={href}>
            {name}
          </MenuLink>
        ))}
    </MenuGroup>
  );
}

export function ThemeItems() {
  const theme = useTheme();
  return (
    <MenuGroup label="Theme" className="with-script">
      <div
        role="none"
        className="flex h-9 items-center gap-2.5 px-2 text-dense max-rail:h-11 max-rail:text-[0.9375rem]"
      >
        <Icon path={themeIcon} className="size-4 text-quiet" />
        Theme
        <span role="none" className="ml-auto flex rounded-md border border-line bg-sunk p-0.5">
          {themeChoices.map((choice) => (
            <button
              key={choice.theme}
              type="button"
              role="menuitemradio"
              data-stays
              aria-checked={choice.theme === theme}
              aria-label={choice.label}
              onClick={() => chooseTheme(choice.theme)}
              className="h-6 rounded-sm px-2 text-xs font-medium text-quiet hover:text-ink aria-checked:bg-card aria-checked:text-ink aria-checked:shadow-[0_0_0_1px_var(--line)] max-rail:h-9 max-rail:px-3"
            >
              {choice.word}
            </button>
          ))}
        </span>
      </div>
    </MenuGroup>
  );
}
