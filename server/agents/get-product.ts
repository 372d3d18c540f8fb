import { z } from 'zod';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { modelResponse } from '../../lib/agents/model-schema.ts';
import { quotedValue, quotedWords } from '../../lib/agents/quoted-words.ts';
import { priceWords } from '../../lib/agents/price-words.ts';
import { toolInput } from '../../lib/agents/tool-input.ts';
import { chargesInWords } from '../../lib/call/charges.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { Schema } from '../../lib/operation/operation.ts';
import { responseShape } from '../../lib/operation/response-shape.ts';
import { explainPrice } from '../../lib/price/explain.ts';
import { product as productSchema } from '../../lib/product/product.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import { requireScope } from '../callers/require-scope.ts';
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
    const [text, version] = await Promise.all([
      context.store.catalogue.productTexts([found.key]),
      readVersion(context, found.versionKey),
    ]);
    const { name, slug, description, price, status } = productSchema.parse(JSON.parse(text));
    const { lines, total } = explainPrice(version.template['x-farebox'].price);
    const { contentType, streams, schema, example } = responseShape(version.template);
    const words = quotedWords(description.map(({ text }) => text).join(' '), mostWords);
    const about = [
      `${quotedWords(name, mostLineWords)} (${slug})${status === 1 ? '' : ', offline: it cannot be called now'}`,
      `Price: ${priceWords(price)}.`,
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

function exampleWords(example: JsonValue): string {
  const whole = quotedValue(example, mostExample);
  return whole === ''
    ? `The beginning of an example: ${quotedWords(JSON.stringify(example), mostExample)}`
    : `For example: ${whole}`;
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
