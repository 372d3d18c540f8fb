import { z } from 'zod';
import { modelResponse } from '../../lib/agents/model-schema.ts';
import { plainWords, priceWords } from '../../lib/agents/plain-words.ts';
import { quotedWords, quotedValue, withoutBytes } from '../../lib/agents/quoted-words.ts';
import { toolInput } from '../../lib/agents/tool-input.ts';
import { chargesInWords } from '../../lib/call/charges.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import { responseShape } from '../../lib/operation/media-type.ts';
import type { Schema } from '../../lib/operation/operation.ts';
import { explainPrice } from '../../lib/price/effects.ts';
import { comingWords } from '../../lib/product/coming-price.ts';
import { productCard, product as productSchema } from '../../lib/product/product.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import { countOf, groupedNumber } from '../../lib/text/numbers.ts';
import { requireScope } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { readVersion } from '../products/compiled-version.ts';
import { readComingPrice } from '../products/coming-prices.ts';
import { requireProduct } from '../products/find-product.ts';
import { findInstead, inUsualOrder, listProducts } from '../products/list-catalogue.ts';
import { listQuery } from '../store/catalogue/list-query.ts';
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
  instead: 'Send the words as query, or page 1 to list all products.',
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller }, { query, page = 1 }) {
    const wish = listQuery.parse({
      view: 'card',
      pageSize: String(pageSize),
      page: String(page),
      ...(query && { q: query }),
    });
    const only = caller.apiKey?.scope?.products;
    const { items, total } = await listProducts(
      context,
      { seesOffline: false, only },
      await inUsualOrder(context, wish),
    );
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
    const found = total === 1 ? '1 product matches' : `${groupedNumber(total)} products match`;
    const head = `${query ? found : countOf(total, 'product')}${ofKey}; page ${page} of ${groupedNumber(pages)}. Texts in quotation marks come from providers.`;
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

const mostProductWords = 1_000;
const mostLines = 12;
const mostLineWords = 200;
/** Of the lines of a price: some scripts need three bytes for a character. */
const mostPriceBytes = 5_000;
/** All of it is to fit into 4,000 tokens, of about four bytes each. */
const mostBytes = 15_500;
const mostSchemaBytes = 9_000;
const mostResponseBytes = 2_000;
const mostExample = 600;
/** A schema within a text is longer: its quotes are escaped. */
const escapedShare = 1.5;

export const productArgument = z
  .string()
  .max(200)
  .describe('Slug or id of the product, from search_products.');

export const getProduct = agentTool({
  name: 'get_product',
  title: 'Get a product',
  description:
    'Says what an API product does, its input and response as JSON Schemas, and how its price is made. Free.',
  input: z.object({ product: productArgument }),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller }, { product }) {
    const found = await requireProduct(context, product);
    if (caller.apiKey?.scope?.products) await requireScope(context, caller.apiKey, found);
    const [text, version, coming] = await Promise.all([
      context.store.catalogue.productTexts([found.key]),
      readVersion(context, found.versionKey),
      readComingPrice(context, found),
    ]);
    const { name, slug, description, price, status } = productSchema.parse(JSON.parse(text));
    const { lines, total } = explainPrice(version.template['x-farebox'].price);
    const { contentType, streams, schema, example } = responseShape(version.template);
    const words = quotedWords(description.map(({ text }) => text).join(' '), mostProductWords);
    const about = [
      `${quotedWords(name, mostLineWords)} (${slug})${status === 1 ? '' : ', offline: it cannot be called now'}`,
      `Price: ${priceWords(price)}.`,
      ...(coming ? [`${comingWords(coming)}.`] : []),
      ...fitting(mostPriceBytes, [
        ...(price.to === 0 ? [] : lines).slice(0, mostLines).map(({ label, text: line, when }) => {
          const condition = when === undefined ? '' : `, when ${quotedWords(when, mostLineWords)}`;
          return `- ${quotedWords(label, mostLineWords)}: ${quotedWords(line, mostLineWords)}${condition}`;
        }),
        ...(total === '' || price.to === 0 ? [] : [plainWords(total, mostLineWords)]),
        ...(price.to === 0
          ? []
          : chargesInWords(version.template['x-farebox'].charges).map(({ text: row }) => `- ${row}`)),
      ]),
      `Response: ${contentType ?? 'any type'}${streams ? ', as a stream, whose text you get as a whole' : ''}.`,
      ...(schema === null ? [] : responseWords(schema)),
      ...(example === null ? [] : [exampleWords(example)]),
      ...(words === '' ? [] : [`What its provider says: ${words}`]),
    ];
    const room = (mostBytes - bytesOf(about)) / escapedShare;
    const said = [
      ...about,
      'Input (JSON Schema; the texts in it are those of the provider):',
      JSON.stringify(toolInput(version.shape, Math.min(mostSchemaBytes, room))),
      price.to === 0
        ? 'It is free: send the input to call_product.'
        : 'Get a quote with quote_call, which is free. Then send the quote to call_product.',
    ];
    return textResult(said, { 'dev.farebox/price': price });
  },
});

/** The shape of a response, as long as it may be: fewer parts of it until it fits. */
function responseWords(schema: Schema): string[] {
  const told = modelResponse(schemaNode(schema), mostResponseBytes);
  return told === undefined ? [] : [`Its JSON Schema: ${JSON.stringify(told)}`];
}

function exampleWords(whole: JsonValue): string {
  const example = withoutBytes(whole);
  const words = quotedValue(example, mostExample);
  return words === ''
    ? `The beginning of an example: ${quotedWords(JSON.stringify(example), mostExample)}`
    : `For example: ${words}`;
}

/** The first lines that have so many bytes together. */
function fitting(most: number, lines: string[]): string[] {
  let left = most;
  const end = lines.findIndex((line) => (left -= bytesOf([line])) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}

function bytesOf(lines: string[]): number {
  return Buffer.byteLength(JSON.stringify(lines));
}
