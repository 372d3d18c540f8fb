import { z } from 'zod';
import { quotedWords } from '../../lib/agents/quoted-words.ts';
import { priceWords } from '../../lib/agents/price-words.ts';
import { productCard } from '../../lib/product/product.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { listQuery } from '../products/list-query.ts';
import type { Context } from '../portal/context.ts';
import { findInstead } from '../products/list-catalogue.ts';
import { listProducts } from '../products/list-products.ts';
import { agentTool, textResult } from './agent-tool.ts';

const pageSize = 10;
const mostWords = 160;

export const searchProducts = agentTool({
  name: 'search_products',
  title: 'Search products',
  description: 'Finds API products by words, with what a call costs in credits. Free.',
  input: z.object({
    query: z.string().max(200).optional().describe('Words to search for. Leave it out to list all products.'),
    page: z.int().min(1).max(10_000).optional().describe('Default: 1.'),
  }),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller }, { query, page = 1 }) {
    const wish = listQuery.parse({
      view: 'card',
      pageSize: String(pageSize),
      page: String(page),
      ...(query && { q: query }),
    });
    const only = caller.apiKey?.scope?.products;
    const { items, total } = await listProducts(context, { seesOffline: false, only }, wish);
    const cards = z.array(productCard).parse(JSON.parse(`[${items}]`));
    const lines = cards.map(({ slug, name, price, description }) => {
      const words = quotedWords(description[0]?.text ?? '', mostWords);
      return `- ${slug}: ${quotedWords(name, mostWords)}. ${priceWords(price)}.${words === '' ? '' : ` ${words}`}`;
    });
    const ofKey = only ? ' of those that your key may call' : '';
    if (total === 0 && query)
      return textResult([
        `No product matches${ofKey}. ${await whatToTry(context, query, only ?? undefined)}`,
      ]);
    const pages = Math.max(1, Math.ceil(total / pageSize));
    const head = `${total === 1 ? '1 product matches' : `${groupedNumber(total)} products match`}${ofKey}; page ${page} of ${groupedNumber(pages)}. Texts in quotation marks come from providers.`;
    const prices = Object.fromEntries(cards.map(({ slug, price }) => [slug, price]));
    return textResult([head, ...lines], { 'dev.farebox/prices': prices });
  },
});

async function whatToTry(context: Context, query: string, only?: readonly number[]): Promise<string> {
  const { words, products } = await findInstead(context, query, only);
  return [
    ...(words.length > 0 ? [`Words of the catalogue like yours: ${words.join(', ')}.`] : []),
    ...(products.length > 0
      ? [
          `Often used: ${products.map(({ slug, name }) => `${slug} (${quotedWords(name, mostWords)})`).join(', ')}.`,
        ]
      : []),
    'Call search_products without a query to list all products.',
  ].join(' ');
}
