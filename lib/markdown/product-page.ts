import { priceWords } from '../agents/plain-words.ts';
import { chargesInWords } from '../call/charges.ts';
import type { JsonObject } from '../json/json.ts';
import type { InputField, InputShape } from '../operation/input-shape.ts';
import { responseShape } from '../operation/media-type.ts';
import type { Template } from '../operation/operation.ts';
import { costText } from '../price/cost-text.ts';
import { explainPrice } from '../price/effects.ts';
import { type ComingPrice, comingWords } from '../product/coming-price.ts';
import type { Product } from '../product/product.ts';
import { callWithCeiling } from '../reference/quickstart.ts';
import { pageHead, providerBlock, providerQuote, providerWords } from './page-head.ts';

/** Whoever reads more than that reads the OpenAPI document. */
const mostFields = 200;
const mostSchema = 12_000;
const mostWords = 300;
const mostDoc = 30_000;

interface ProductPage {
  origin: string;
  product: Product;
  template: Template;
  shape: InputShape;
  example: JsonObject | undefined;
  coming: ComingPrice | undefined;
}

/** The page of a product as Markdown. What its provider wrote is in blocks of its own. */
export function productPage({ origin, product, template, shape, example, coming }: ProductPage): string {
  const { slug, name, provider, type, price, status, deprecated } = product;
  const { lines, total } = explainPrice(template['x-farebox'].price);
  const { contentType, streams } = responseShape(template);
  const charges = chargesInWords(template['x-farebox'].charges);
  return [
    pageHead(providerWords(name, mostWords), origin, `/products/${slug}`),
    [
      `- Provider: ${providerWords(provider.name, mostWords)}`,
      `- Type: ${providerWords(type.name, mostWords)}`,
      `- Price: ${priceWords(price)}`,
      ...(coming ? [`- ${comingWords(coming)}. ${costText(coming.mayCostMore)}`] : []),
      ...(status === 1 ? [] : ['- Offline: it cannot be called now.']),
      ...(deprecated ? ['- Deprecated: its provider advises against using it.'] : []),
      `- Call: \`POST ${origin}/api/product/developer/call/${slug}\``,
      `- Price of an input, free: \`POST ${origin}/api/product/credits/required/${slug}?detail=full\``,
      `- [Prices so far](${origin}/products/${slug}/prices.md), with what each changed`,
      `- [OpenAPI 3.1 document](${origin}/products/${slug}/openapi.json)`,
      `- [How calls, prices and errors work](${origin}/docs/basics.md)`,
    ].join('\n'),
    '## Price',
    [
      ...lines.map(({ label, text, when }) => {
        const condition = when === undefined ? '' : `, when ${providerQuote(when, mostWords)}`;
        return `- ${providerQuote(label, mostWords)}: ${providerQuote(text, mostWords)}${condition}`;
      }),
      `- ${total}`,
      ...charges.map(({ text }) => `- ${text}`),
    ].join('\n'),
    '## Input',
    fieldList(shape.fields),
    ...schemaOf(shape.schema),
    ...(example === undefined
      ? []
      : ['## Example', shell(callWithCeiling({ origin, slug, input: example }, price.to))]),
    '## Response',
    `${contentType === null ? 'Any content type' : `\`${contentType.replace(/[`\n]/g, '')}\``}${streams ? ', as a stream of events if the input asks for it' : ''}.`,
    ...fromProvider(product),
  ].join('\n\n');
}

function fieldList(fields: InputField[]): string {
  if (fields.length === 0) return 'A call needs no input: send `{}`.';
  const shown = fields.slice(0, mostFields).map((field) => {
    const { name, label, description, default: usual } = field;
    const about = providerQuote(description === '' ? label : description, mostWords);
    const fallback =
      usual === undefined
        ? ''
        : ` Default: ${providerQuote(typeof usual === 'string' ? usual : JSON.stringify(usual), mostWords)}`;
    return `- \`${name.replace(/[`\n\r]/g, '')}\`${field.required ? ' (required)' : ''}: ${about}${fallback}`;
  });
  const more = fields.length - shown.length;
  return [...shown, ...(more > 0 ? [`- And ${more} more.`] : [])].join('\n');
}

function schemaOf(schema: JsonObject): string[] {
  const text = JSON.stringify(schema);
  if (text.length > mostSchema) return ['The JSON Schema of the input is in the OpenAPI document.'];
  return ['As a JSON Schema:', providerBlock(text, mostSchema, 'json')];
}

function shell(command: string): string {
  return providerBlock(command, mostSchema, 'sh');
}

function fromProvider({ description, doc, slug }: Product): string[] {
  const words = description.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n');
  const isCut = doc.length > mostDoc;
  return [
    ...(words + doc === ''
      ? []
      : ['## From the provider', 'The provider of the API wrote this, not the portal.']),
    ...(words === '' ? [] : [providerBlock(words, mostDoc)]),
    ...(doc.trim() === '' ? [] : [providerBlock(doc, mostDoc)]),
    ...(isCut ? [`All of it is in \`/api/product/info?id=${slug}\`.`] : []),
  ];
}
