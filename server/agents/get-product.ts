import { z } from 'zod';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { quotedWords } from '../../lib/agents/quoted-words.ts';
import { priceWords } from '../../lib/agents/price-words.ts';
import { toolInput } from '../../lib/agents/tool-input.ts';
import { chargesInWords } from '../../lib/call/charges.ts';
import { responseShape } from '../../lib/operation/response-shape.ts';
import { explainPrice } from '../../lib/price/explain.ts';
import { product as productSchema } from '../../lib/product/product.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { agentTool, textResult } from './agent-tool.ts';

const mostWords = 1_000;
const mostLines = 12;
const mostLineWords = 200;
/** Of the lines of a price: some scripts need three bytes for a character. */
const mostPriceBytes = 5_000;
/** All of it is to fit into 4,000 tokens, of about four bytes each. */
const mostBytes = 15_500;
const mostSchemaBytes = 9_000;
/** A schema within a text is longer: its quotes are escaped. */
const escapedShare = 1.5;

export const productArgument = z
  .string()
  .max(200)
  .describe('Slug or id of the product, from search_products.');

export const getProduct = agentTool({
  name: 'get_product',
  title: 'Get a product',
  description: 'Says what an API product does, its input as a JSON Schema, and how its price is made. Free.',
  input: z.object({ product: productArgument }),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context }, { product }) {
    const found = await requireProduct(context, product);
    const [text, version] = await Promise.all([
      context.store.catalogue.productTexts([found.key]),
      readVersion(context, found.versionKey),
    ]);
    const { name, slug, description, price, status } = productSchema.parse(JSON.parse(text));
    const { lines, total } = explainPrice(version.template['x-farebox'].price);
    const { contentType, streams } = responseShape(version.template);
    const words = quotedWords(description.map(({ text }) => text).join(' '), mostWords);
    const about = [
      `${quotedWords(name, mostLineWords)} (${slug})${status === 1 ? '' : ', offline: it cannot be called now'}`,
      `Price: ${priceWords(price)}.`,
      ...fitting(mostPriceBytes, [
        ...lines.slice(0, mostLines).map(({ label, text: line, when }) => {
          const condition = when === undefined ? '' : `, when ${quotedWords(when, mostLineWords)}`;
          return `- ${quotedWords(label, mostLineWords)}: ${quotedWords(line, mostLineWords)}${condition}`;
        }),
        ...(total === '' ? [] : [plainWords(total, mostLineWords)]),
        ...chargesInWords(version.template['x-farebox'].charges).map(({ text: row }) => `- ${row}`),
      ]),
      `Response: ${contentType ?? 'any type'}${streams ? ', as a stream, which you get as a whole' : ''}.`,
      ...(words === '' ? [] : [`What its provider says: ${words}`]),
    ];
    const room = (mostBytes - bytesOf(about)) / escapedShare;
    const said = [
      ...about,
      'Input (JSON Schema; the texts in it are those of the provider):',
      JSON.stringify(toolInput(version.shape, Math.min(mostSchemaBytes, room))),
      'Get a quote with quote_call, which is free. Then send the same input and the quote to call_product.',
    ];
    return textResult(said, { 'dev.farebox/price': price });
  },
});

/** The first lines that have so many bytes together. */
function fitting(most: number, lines: string[]): string[] {
  let left = most;
  const end = lines.findIndex((line) => (left -= bytesOf([line])) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}

function bytesOf(lines: string[]): number {
  return Buffer.byteLength(JSON.stringify(lines));
}
