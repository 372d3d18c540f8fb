import { docsAddress, docsPages } from '../../lib/reference/docs-pages.ts';
import { catalogueAddress } from '../../lib/product/catalogue-view.ts';
import { apiAddress } from '../../lib/product/api-page.ts';
import { countOf, creditsText } from '../../lib/text/numbers.ts';
import { momentTextOf } from '../../lib/text/times.ts';
import { useQuery } from '@tanstack/react-query';
import { readRecentProducts, recentProductsText } from '../catalogue/recent-products.tsx';
import { mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { consolePagesOptions, sessionOptions } from '../keys/session-options.ts';
import { navLinks, type PageLink } from '../shell/header/site-nav.tsx';
import { catalogueFoundOptions, namedFoundOptions, recentCallsOptions } from './palette-queries.ts';

export interface Target {
  id: string;
  name: string;
  note?: string;
  isDeprecated?: boolean;
  href?: string;
}

export interface TargetGroup {
  title: string;
  targets: Target[];
}

const morePages: PageLink[] = [
  { href: '/members', name: 'Members' },
  { href: '/connect', name: 'Connect an agent', verbs: ['own-keys'] },
  { href: '/changes', name: 'Changes of prices' },
  { href: '/problems', name: 'Errors' },
  { href: '/openapi.json', name: 'OpenAPI document' },
];
const callsShown = 5;
/** How the id of a call begins. */
const callId = /^call_/i;
/** From so many letters on, the name of a page is meant, and not a product whose text has the word. */
const minPageLetters = 3;

/** The results for a search: pages and calls filtered here, APIs and products found by the server. */
export function useTargets(typed: string): {
  groups: TargetGroup[];
  isLoading: boolean;
  error: string | null;
} {
  const words = typed.trim();
  const catalogue = useQuery(catalogueFoundOptions(words));
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const seesCalls = !session?.role || mayRole(session.role, 'read-calls');
  const calls = useQuery({ ...recentCallsOptions(), ...(!seesCalls && { enabled: false }) }).data?.list ?? [];
  const startOf = momentTextOf(calls, ({ startedAt }) => startedAt);
  const recent = readRecentProducts(recentProductsText());
  const entries = catalogue.data?.list ?? [];
  const apis = entries.flatMap(({ slug, name, operations }) =>
    operations === undefined
      ? []
      : [{ id: `api-${slug}`, name, href: apiAddress(slug), note: countOf(operations, 'operation') }],
  );
  const found = entries.flatMap(({ slug, name, provider, operations, api, deprecated = false }) =>
    operations === undefined
      ? [{ ...productTarget(slug, name, api?.name ?? provider.name), isDeprecated: deprecated }]
      : [],
  );
  const { words: near = [], products = [] } = catalogue.data?.instead ?? {};
  const nearest = near.map((name) => ({
    id: `word-${name}`,
    name,
    href: catalogueAddress({ q: name, tags: [], page: 1 }),
  }));
  const popular = products.map(({ slug, name }) => productTarget(slug, name));
  const { pages, named } = useConsole(session, words);
  const isPageMeant =
    words.length >= minPageLetters &&
    pages.targets.some(({ name }) => name.toLowerCase().startsWith(words.toLowerCase()));
  const ownCalls = {
    title: 'Recent calls',
    targets: calls
      .map((call) => ({
        id: `call-${call.id}`,
        name: call.product.name,
        note: `${startOf(call)} UTC · ${creditsText(call.charged)}`,
        href: `/calls/${call.id}`,
      }))
      .filter(({ name, href }) => holds(`${name} ${href}`, words))
      .slice(0, callsShown),
  };
  const isCallMeant = callId.test(words);
  const groups = [
    ...(isCallMeant ? [ownCalls] : []),
    {
      title: 'Recently used',
      targets: words === '' ? recent.map(({ slug, name }) => productTarget(slug, name)) : [],
    },
    ...(isPageMeant ? [pages] : []),
    ...named,
    { title: 'APIs', targets: apis },
    {
      title: 'Products',
      targets: words === '' ? found.filter(({ id }) => !recent.some(({ slug }) => id === idOf(slug))) : found,
    },
    { title: 'No products match. Did you mean', targets: nearest },
    { title: nearest.length > 0 ? 'Often used' : 'No products match. Often used', targets: popular },
    ...(isPageMeant ? [] : [pages]),
    { title: 'Docs', targets: docsTargets(words) },
    ...(isCallMeant ? [] : [ownCalls]),
  ].filter(({ targets }) => targets.length > 0);
  return { groups, isLoading: catalogue.isPending, error: catalogue.error?.message ?? null };
}

function productTarget(slug: string, name: string, note?: string): Target {
  return { id: idOf(slug), name, href: `/products/${slug}`, ...(note && { note }) };
}

function idOf(slug: string): string {
  return `product-${slug}`;
}

function pageTargets(session: Session | undefined): Target[] {
  const pages = navLinks(session, morePages).map(({ href, name }) => ({ id: `page-${href}`, name, href }));
  return [...pages, { id: 'keys', name: 'Keyboard shortcuts' }];
}

/** The pages of portal and console, and the accounts and people by name, by the rights of the reader. */
function useConsole(
  session: Session | undefined,
  words: string,
): { pages: TargetGroup; named: TargetGroup[] } {
  const consolePages = useQuery({ ...consolePagesOptions(), enabled: false }).data ?? [];
  const accounts = useNamed('accounts', words, consolePages);
  const people = useNamed('people', words, consolePages);
  const all = [...pageTargets(session), ...consoleTargets(consolePages)];
  return {
    pages: { title: 'Pages', targets: all.filter(({ name }) => holds(name, words)) },
    named: [
      { title: 'Accounts', targets: accounts },
      { title: 'People', targets: people },
    ],
  };
}

/** The pages of the console below its first, which the header has. */
function consoleTargets(pages: readonly PageLink[]): Target[] {
  return pages
    .filter(({ href }) => href !== '/operator')
    .map(({ href, name }) => ({ id: `page-${href}`, name, note: 'Console', href }));
}

/** From so many letters on, accounts and people are looked for. */
const minNameLetters = 2;

function useNamed(kind: 'accounts' | 'people', words: string, pages: readonly PageLink[]): Target[] {
  const address = `/operator/${kind}`;
  const isAsked = words.length >= minNameLetters && pages.some(({ href }) => href === address);
  const { data } = useQuery({ ...namedFoundOptions(kind, words), ...(!isAsked && { enabled: false }) });
  if (!isAsked) return [];
  return (data?.list ?? []).map(({ id, name }) => ({ id: `${kind}-${id}`, name, href: `${address}/${id}` }));
}

/** Found by what they are about, too. */
function docsTargets(words: string): Target[] {
  const found = words === '' ? [] : docsPages.filter(({ title, about }) => holds(`${title} ${about}`, words));
  return found.map((page) => ({ id: `docs-${page.slug}`, name: page.title, href: docsAddress(page) }));
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}
