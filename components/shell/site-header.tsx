import Link from 'next/link';
import type { Theme } from '../../lib/view/theme.ts';
import { AccountStatus } from './account-status.tsx';
import { Commands } from './commands.tsx';
import { Mark } from './mark.tsx';
import { PortalNotice } from './portal-notice.tsx';
import { SeeingBanner } from './seeing-banner.tsx';
import { SiteNav } from './site-nav.tsx';
import { SuspendedBanner } from './suspended-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function SiteHeader({ theme }: { theme: Theme }) {
  return (
    <header className="border-b border-line bg-paper">
      <div className="mx-auto grid w-full max-w-6xl grid-cols-[1fr_auto] items-center gap-x-4 px-4 pt-3 pb-1.5 sm:px-6 md:grid-cols-[auto_minmax(0,1fr)_auto] md:py-3 lg:gap-x-6">
        <Link
          href="/"
          prefetch={false}
          className="flex items-center gap-2 justify-self-start text-lg font-semibold tracking-tight"
        >
          <Mark />
          <span className="max-[22.5rem]:sr-only">Farebox</span>
        </Link>
        <div className="order-last col-span-2 mt-1.5 md:order-none md:col-span-1 md:mt-0">
          <SiteNav />
        </div>
        <div className="flex items-center gap-2 justify-self-end">
          <AccountStatus />
          <Commands />
          <ThemeSwitch theme={theme} />
        </div>
      </div>
      <SeeingBanner />
      <SuspendedBanner />
      <PortalNotice />
    </header>
  );
}
