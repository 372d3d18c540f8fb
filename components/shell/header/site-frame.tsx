import Link from 'next/link';
import { contactAddress } from '../../../lib/face/contact.ts';
import { type Face, ownSentence, pictureAddress } from '../../../lib/face/face.ts';
import { pageAddress } from '../../../lib/product/page-address.ts';
import type { Theme } from '../../../lib/view/theme.ts';
import { Announcement, FaceAnchor } from './announcement.tsx';
import { AccountStatus } from './account-status.tsx';
import { Commands } from './commands.tsx';
import { AccountBanner, AnewBanner, EndedBanner, PortalNotice } from './banners.tsx';
import { Mark } from './mark.tsx';
import { SiteNav } from './site-nav.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const link = 'py-1 underline-offset-4 hover:text-ink hover:underline';

interface HeaderProps {
  face: Face;
  /** The id of the announcement that the reader has closed. */
  closed: string | undefined;
}

/** 56 px, as wide as the window, the same for everybody. */
export function SiteHeader({ face, closed }: HeaderProps) {
  const { announcement, headerLinks } = face;
  return (
    <header className="border-b border-line bg-paper">
      <div className="flex h-14 items-center gap-3 pr-2 pl-4 rail:px-6 lg:gap-6">
        <Link
          href="/"
          prefetch={false}
          className="flex min-w-0 items-center gap-2 text-[1.0625rem] font-semibold tracking-tight"
        >
          <Logo face={face} />
        </Link>
        <SiteNav />
        {headerLinks.length > 0 && (
          <ul aria-label="Links" className="flex min-w-0 gap-x-4 text-sm text-quiet max-lg:hidden">
            {headerLinks.map((one) => (
              <li key={one.address} className="min-w-0 truncate">
                <FaceAnchor link={one} className={link} />
              </li>
            ))}
          </ul>
        )}
        <div className="ml-auto flex items-center gap-1 rail:gap-2">
          <Commands />
          <AccountStatus />
        </div>
      </div>
      {announcement && announcement.id !== closed && (
        <Announcement key={announcement.id} announcement={announcement} />
      )}
      <AccountBanner />
      <EndedBanner />
      <AnewBanner />
      <PortalNotice />
    </header>
  );
}

/** The portal's own, or the mark of Farebox. A name that is not shown is that of the picture. */
function Logo({ face: { name, showsName, pictures } }: { face: Face }) {
  const { logo } = pictures;
  if (!logo)
    return (
      <>
        <Mark />
        <span className="truncate max-[22.5rem]:sr-only">{name}</span>
      </>
    );
  return (
    <>
      {/* oxlint-disable-next-line nextjs/no-img-element -- of any address and size, as an operator chose it */}
      <img
        src={pictureAddress('logo', logo)}
        alt={showsName ? '' : name}
        height={28}
        {...(logo.ratio !== null && { width: Math.round(28 * logo.ratio) })}
        className="h-7 w-auto max-w-40 shrink-0 object-contain"
      />
      {showsName && <span className="truncate max-[22.5rem]:sr-only">{name}</span>}
    </>
  );
}

interface FooterProps {
  theme: Theme;
  face: Face;
  /** Those that operators write, such as the terms. */
  pages: { slug: string; title: string }[];
}

export function SiteFooter({ theme, face, pages }: FooterProps) {
  const { name, sentence, contact, headerLinks, footerLinks } = face;
  return (
    <footer className="mt-12 border-t border-dashed border-line">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-5 text-sm text-quiet sm:px-6">
        <p className="min-w-0 break-words">{ownSentence(face) === '' ? sentence : `${name}: ${sentence}`}</p>
        <ul className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <li className="hidden items-center pointer-fine:flex">
            <span className="with-script">
              <kbd className="rounded border border-line px-1.5 text-xs">?</kbd> shortcuts
            </span>
          </li>
          {pages.map(({ slug, title }) => (
            <li key={slug} className="flex min-w-0">
              <Link href={pageAddress(slug)} prefetch={false} className={`${link} break-words`}>
                {title}
              </Link>
            </li>
          ))}
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
          {headerLinks.map((one) => (
            <li key={one.address} className="flex lg:hidden">
              <FaceAnchor link={one} className={link} />
            </li>
          ))}
          {footerLinks.map((one) => (
            <li key={one.address} className="flex">
              <FaceAnchor link={one} className={link} />
            </li>
          ))}
          {contact !== '' && (
            <li className="flex">
              <a href={contactAddress(contact)} className={link}>
                Support
              </a>
            </li>
          )}
          <li className="flex">
            <ThemeSwitch theme={theme} />
          </li>
        </ul>
      </div>
    </footer>
  );
}
