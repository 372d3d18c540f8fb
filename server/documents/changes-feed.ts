import { plainWords } from '../../lib/agents/plain-words.ts';
import {
  changesAddress,
  feedAddress,
  toldCost,
  type ToldChange,
  toldWords,
} from '../../lib/product/told-change.ts';
import { readToldChanges } from '../catalogue/told-changes.ts';
import type { Context } from '../context.ts';
import { type BufferedResponse, cacheableText } from '../http/response.ts';

const mostEntries = 50;
const mostWords = 300;

/** The last changes of prices as an Atom feed (RFC 4287). What becomes of one is an entry of its own. */
export async function changesFeed(context: Context): Promise<BufferedResponse> {
  const origin = context.settings.url;
  const { name } = await context.face.read();
  const { list } = await readToldChanges(context, { before: undefined, most: mostEntries });
  // A feed without an entry has not changed since the beginning of its time.
  const updated = list[0]?.toldAt ?? '1970-01-01T00:00:00.000Z';
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xml(origin + feedAddress)}</id>`,
    `<title>Changes of prices: ${words(name)}</title>`,
    `<updated>${updated}</updated>`,
    `<author><name>${words(name)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(origin + feedAddress)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(origin + changesAddress)}"/>`,
    ...list.map((change) => entry(origin, change)),
    '</feed>',
    '',
  ].join('\n');
  return cacheableText(text, 'application/atom+xml; charset=utf-8');
}

function entry(origin: string, change: ToldChange): string {
  const { plan, state, toldAt, product, reason } = change;
  const said = [
    `${xml(toldWords(change))}.`,
    ...toldCost(change),
    ...(reason === null ? [] : [`Reason: “${words(reason)}”`]),
  ];
  return [
    '<entry>',
    `<id>${xml(`${origin}${changesAddress}#change-${plan}-${state}`)}</id>`,
    `<title>${words(product.name)}: ${xml(toldWords(change))}</title>`,
    `<updated>${toldAt}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(`${origin}/products/${product.slug}/prices`)}"/>`,
    `<content type="text">${said.join(' ')}</content>`,
    '</entry>',
  ].join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Names and reasons may hold characters that XML knows no way to write. */
function words(text: string): string {
  return xml(plainWords(text, mostWords));
}

function xml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
