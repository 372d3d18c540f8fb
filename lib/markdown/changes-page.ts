import { changesAddress, feedAddress, toldCost, type ToldChange, toldWords } from '../product/told-change.ts';
import { pageHead, providerQuote, providerWords } from './page-head.ts';

const mostWords = 300;

/** What was announced of prices, as Markdown, the last first. */
export function changesPage(origin: string, changes: readonly ToldChange[]): string {
  return [
    pageHead('Changes of prices', origin, changesAddress),
    `As a feed: ${origin}${feedAddress}`,
    changes.length === 0
      ? 'No change of a price was announced yet.'
      : changes.map((one) => line(origin, one)).join('\n'),
  ].join('\n\n');
}

function line(origin: string, change: ToldChange): string {
  const { product, reason } = change;
  const why = reason === null ? '' : ` Reason: ${providerQuote(reason, mostWords)}`;
  return `- [${providerWords(product.name, mostWords)}](${origin}/products/${product.slug}/prices.md): ${[`${toldWords(change)}.`, ...toldCost(change)].join(' ')}${why}`;
}
