import { priceWords } from '../agents/plain-words.ts';
import { costText, lineText, otherInputsText, type PriceChange } from '../price/cost-text.ts';
import type { AnnouncedPrice, HeldPrice } from '../product/price-history.ts';
import { dayText } from '../text/times.ts';
import { pageHead, providerQuote, providerWords } from './page-head.ts';

const mostWords = 300;
const quoted = (text: string) => providerQuote(text, mostWords);

interface PricesPage {
  origin: string;
  product: { slug: string; name: string };
  coming: AnnouncedPrice | null;
  prices: HeldPrice[];
}

/** The prices of a product as Markdown, the newest first. */
export function pricesPage({ origin, product: { slug, name }, coming, prices }: PricesPage): string {
  return [
    pageHead(`Prices of ${providerWords(name, mostWords)}`, origin, `/products/${slug}/prices`),
    `As JSON, with all prices: \`GET ${origin}/api/product/prices/${slug}\`.`,
    ...(coming ? [`## ${coming.text}`, priceLines(coming).join('\n')] : []),
    ...prices.flatMap((price, index) => [
      `## ${index === 0 ? 'Now, since' : 'From'} ${dayText(price.at)}: ${priceWords(price.price)}, version ${price.version}`,
      priceLines(price).join('\n'),
    ]),
  ].join('\n\n');
}

function priceLines({
  lines,
  total,
  charges,
  mayCostMore,
  changes,
  reason,
}: HeldPrice | AnnouncedPrice): string[] {
  return [
    ...lines.map((line) => `- ${quoted(line.label)}: ${quoted(lineText(line))}`),
    ...[total, ...charges].map((text) => `- ${text}`),
    ...(mayCostMore === null ? [] : [`- ${costText(mayCostMore)}`]),
    ...(mayCostMore !== null && changes.length === 0 ? [`- ${otherInputsText}`] : []),
    ...changes.map((change) => `- ${changeLine(change)}`),
    ...(reason === null ? [] : [`- Reason: ${quoted(reason)}`]),
  ];
}

function changeLine({ kind, label, before, now }: PriceChange): string {
  const sides = [before, now].flatMap((text) => (text === null ? [] : quoted(text))).join(' → ');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${quoted(label)}: ${sides}`;
}
