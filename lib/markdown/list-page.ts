import { countOf } from '../text/numbers.ts';
import { priceWords } from '../agents/plain-words.ts';
import type { ComingMark, ListedEntry } from '../product/card-list.ts';
import { apiAddress, type ApiPage, groupTitle } from '../product/api-page.ts';
import { pageHead, providerBlock, providerQuote, providerWords } from './page-head.ts';

const mostName = 100;
const mostWords = 160;
const mostDoc = 30_000;

interface CatalogueList {
  origin: string;
  entries: ListedEntry[];
  /** What is announced of their prices. */
  coming: ComingMark[];
  total: number;
  /** The addresses of the pages around this one. */
  previous: string | null;
  next: string | null;
}

/** A page of the catalogue as Markdown. */
export function cataloguePage({ origin, entries, coming, total, previous, next }: CatalogueList): string {
  return [
    pageHead('API products', origin, '/'),
    `${total === 1 ? '1 API or product' : `${total} APIs and products`}. Search with \`${origin}/index.md?q=WORDS\`, or as JSON with \`${origin}/api/product/list?q=WORDS&view=card\`.`,
    ...(entries.length === 0
      ? []
      : [
          entries
            .map((entry) =>
              entryLine(
                origin,
                entry,
                coming.find(({ product }) => product === entry.slug),
              ),
            )
            .join('\n'),
        ]),
    [
      ...(previous === null ? [] : [`- [Previous page](${origin}${previous})`]),
      ...(next === null ? [] : [`- [Next page](${origin}${next})`]),
    ].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** One line for an API or a product. */
export function entryLine(origin: string, entry: ListedEntry, coming?: ComingMark): string {
  const name = providerWords(entry.name, mostName);
  const by = providerQuote(entry.provider.name, mostName);
  const deprecated = entry.deprecated ? ', deprecated' : '';
  if ('operations' in entry) {
    const about = quoted(entry.summary);
    return `- [${name}](${origin}${apiAddress(entry.slug)}.md): API by ${by}, ${countOf(entry.operations, 'product')}, ${priceWords(entry.price)}${deprecated}${about}`;
  }
  const about = quoted(entry.description[0]?.text ?? '');
  return `- [${name}](${origin}/products/${entry.slug}.md): by ${by}, ${priceWords(entry.price)}${comingText(coming)}${deprecated}${about}`;
}

function comingText(coming: ComingMark | undefined): string {
  return coming ? ` (${coming.text})` : '';
}

/** An API with its products as Markdown. */
export function apiPage(origin: string, api: ApiPage): string {
  const { slug, name, version, url, provider, price, deprecated, summary, doc, groups } = api;
  return [
    pageHead(providerWords(name, mostName), origin, apiAddress(slug)),
    [
      `- Provider: ${providerWords(provider.name, mostName)}`,
      ...(version === null ? [] : [`- Version: ${providerWords(version, mostName)}`]),
      groups.length === 0 ? '- No operations of this API are online.' : `- Price: ${priceWords(price)}`,
      ...(deprecated ? ['- Deprecated: its provider advises against using it.'] : []),
      ...(url === null ? [] : [`- Website: ${providerWords(url, 500)}`]),
    ].join('\n'),
    ...groups.flatMap((group) => {
      const title = groupTitle(group, groups.length);
      const lines = group.operations.map(
        (operation) =>
          `- [${providerWords(operation.name, mostName)}](${origin}/products/${operation.slug}.md): ${priceWords(operation.price)}${comingText(operation.coming)}${operation.deprecated ? ', deprecated' : ''}${quoted(operation.text)}`,
      );
      return [`## ${title === null ? 'Products' : providerWords(title, mostName)}`, lines.join('\n')];
    }),
    ...(`${summary ?? ''}${doc}`.trim() === ''
      ? []
      : [
          '## From the provider',
          'The provider of the API wrote this, not the portal.',
          providerBlock([summary ?? '', doc].filter((text) => text !== '').join('\n\n'), mostDoc),
        ]),
  ].join('\n\n');
}

/** In quotation marks, as the words of somebody else. */
function quoted(text: string): string {
  const words = providerQuote(text, mostWords);
  return words === '' ? '' : `. Its provider says: ${words}`;
}
