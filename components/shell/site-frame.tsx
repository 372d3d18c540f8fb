import Link from 'next/link';
import type { Theme } from '../../lib/view/theme.ts';
import { AccountStatus } from './account-status.tsx';
import { Commands } from './commands.tsx';
import { AnewBanner, EndedBanner, PortalNotice, SeeingBanner, SuspendedBanner } from './banners.tsx';
import { SiteNav } from './site-nav.tsx';
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
      <EndedBanner />
      <AnewBanner />
      <PortalNotice />
    </header>
  );
}

/** The logo: a ticket with its perforation, as in the favicon. */
function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 28 22" className="h-[1.125rem] w-6 shrink-0">
      <path className="fill-accent" d="M2 2h24v6a3 3 0 0 0 0 6v6H2v-6a3 3 0 0 0 0-6z" />
      <path className="stroke-accent-ink" strokeWidth="2" strokeDasharray="2 2.5" d="M18 4v14" />
    </svg>
  );
}

const link = 'py-1 underline-offset-4 hover:text-ink hover:underline';

export function SiteFooter() {
  return (
    <footer className="mt-12 border-t border-dashed border-line">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-5 text-sm text-quiet sm:px-6">
        <p>Know the fare before you ride.</p>
        <ul className="flex flex-wrap gap-x-5">
          <li className="hidden items-center pointer-fine:flex">
            <span className="with-script">
              <kbd className="rounded border border-line px-1.5 text-xs">?</kbd> shortcuts
            </span>
          </li>
          <li className="flex">
            <Link href="/problems" prefetch={false} className={link}>
              Errors
            </Link>
          </li>
          <li className="flex">
            <Link href="/docs/reference" prefetch={false} className={link}>
              OpenAPI
            </Link>
          </li>
          <li className="flex">
            {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- a text, not a page */}
            <a href="/llms.txt" className={link}>
              For agents
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
