import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { ReturnToForm } from '../components/confirmation/return-to-form.tsx';
import { consolePagesOptions, sessionOptions } from '../components/keys/session-options.ts';
import { creditsOptions } from '../components/playground/queries.ts';
import { FollowCaller } from '../components/keys/follow-other-tabs.tsx';
import { QueryProvider } from '../components/query-provider.tsx';
import { PortalFacts } from '../components/portal-facts.tsx';
import { SiteFooter, SiteHeader } from '../components/shell/header/site-frame.tsx';
import { accentRule } from '../lib/face/accent.ts';
import { iconOf, ownSentence, portalTitle } from '../lib/face/face.ts';
import { announcementCookie } from '../lib/view/announcement.ts';
import { readTheme, type Theme, themeCookie } from '../lib/view/theme.ts';
import { mayDo } from '../server/rights.ts';
import { callerStatus } from '../server/pages/caller-status.ts';
import { footerPages } from '../server/desk/portal-pages.ts';
import { portal } from '../server/doors/current-portal.ts';
import { operatorSections } from './operator/sections.ts';
import { archivo, splineSansMono } from './fonts/fonts.ts';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { settings, face: kept } = portal().context;
  const face = await kept.read();
  const { address: url, type } = iconOf(face);
  const about = 'Browse API products, see the price of a call before you make it, and call them.';
  return {
    metadataBase: new URL(settings.url),
    // In a template, %s is the title of the page.
    title: { default: portalTitle(face), template: `%s · ${face.name.replaceAll('%s', '% s')}` },
    description: [ownSentence(face), about].filter((text) => text !== '').join(' '),
    applicationName: face.name,
    icons: { icon: { url, type, ...(type === 'image/svg+xml' && { sizes: 'any' }) } },
    formatDetection: { telephone: false, address: false, email: false },
  };
}

const paper = { light: '#f6f4ee', dark: '#141310' };

export async function generateViewport(): Promise<Viewport> {
  const theme = await chosenTheme();
  if (theme !== 'system') return { colorScheme: theme, themeColor: paper[theme] };
  return {
    colorScheme: 'light dark',
    themeColor: [
      { media: '(prefers-color-scheme: light)', color: paper.light },
      { media: '(prefers-color-scheme: dark)', color: paper.dark },
    ],
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = await chosenTheme();
  const face = await portal().context.face.read();
  const closed = (await cookies()).get(announcementCookie)?.value;
  return (
    <html
      lang="en"
      {...(theme !== 'system' && { 'data-theme': theme })}
      className={`${archivo.variable} ${splineSansMono.variable}`}
    >
      {face.accent !== '' && (
        <style href={`face-${face.version}`} precedence="face">
          {accentRule(face.accent)}
        </style>
      )}
      <body className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        <PortalFacts
          value={{
            sendsMail: portal().context.settings.smtp !== undefined,
            name: face.name,
            contact: face.contact,
          }}
        >
          <QueryProvider>
            <FollowCaller />
            <ReturnToForm />
            <HydrationBoundary state={dehydrate(await callerQueries())}>
              <SiteHeader face={face} closed={closed} />
            </HydrationBoundary>
            <div id="content" tabIndex={-1} className="flex-1 outline-none">
              {children}
            </div>
          </QueryProvider>
        </PortalFacts>
        <SiteFooter theme={theme} face={face} pages={await footerPages(portal().context)} />
      </body>
    </html>
  );
}

/** Read of the request, which makes every page one of its own: with its theme, and the nonce of its scripts. */
async function chosenTheme(): Promise<Theme> {
  const kept = await cookies();
  return readTheme(kept.get(themeCookie)?.value);
}

/** The header shows the caller on every page, so that no page asks for it as it opens. */
async function callerQueries(): Promise<QueryClient> {
  const client = new QueryClient();
  const status = await callerStatus(await headers());
  if (!status) return client;
  client.setQueryData(sessionOptions().queryKey, status.session);
  const { caller } = status;
  if (caller && status.session.operator) {
    const sections = operatorSections.filter(({ right }) => mayDo(caller, right));
    client.setQueryData(
      consolePagesOptions().queryKey,
      sections.map(({ href, name }) => ({ href, name })),
    );
  }
  if (status.credits) client.setQueryData(creditsOptions().queryKey, status.credits);
  return client;
}
