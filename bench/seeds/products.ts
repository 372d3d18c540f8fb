import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';
import { openSharedStore } from '../../server/control/connect-writer.ts';
import type { PublishedProduct } from '../../server/store/catalogue/published-product.ts';
import type { PublishedTag } from '../../server/store/catalogue/catalogue-jobs.ts';
import type { Writer } from '../../server/store/writer.ts';

export const nouns = 'invoice image route forecast sentence barcode parcel melody contract address'.split(
  ' ',
);
export const verbs = 'resize translate validate predict render compare classify convert measure'.split(' ');
const batch = 500;

/** Half of all products contain it. */
export const commonWord = 'ubiquitous';

const tags: PublishedTag[] = [
  ...Array.from({ length: 8 }, (_, index) => tag(1, `type-${index}`)),
  ...Array.from({ length: 40 }, (_, index) => tag(2, `provider-${index}`)),
  ...Array.from({ length: 30 }, (_, index) => tag(3, `capability-${index}`)),
  ...Array.from({ length: 20 }, (_, index) => tag(4, `label-${index}`)),
];

/** Creates the same catalogue of any size each time. */
export async function seedProducts(writer: Writer, count: number): Promise<void> {
  await publish(writer, []);
  for (let from = 0; from < count; from += batch) {
    const products = Array.from({ length: Math.min(batch, count - from) }, (_, index) =>
      product(from + index),
    );
    await writer.run('publish', { products, now: 1_700_000_000_000 + from });
  }
}

/** Publishes products, and the tags of all. */
export async function publish(writer: Writer, products: PublishedProduct[]): Promise<void> {
  await writer.run('publish-tags', { tags });
  if (products.length > 0) await writer.run('publish', { products, now: Date.now() });
}

/** The same while a portal runs. */
export async function publishShared(dataFolder: string, products: PublishedProduct[]): Promise<void> {
  const { writer, close } = await openSharedStore(dataFolder);
  await publish(writer, products);
  await close();
}

function tag(kind: 1 | 2 | 3 | 4, slug: string): PublishedTag {
  return {
    kind,
    slug,
    name: slug.replace('-', ' '),
    icon: null,
    url: `https://${slug}.example`,
    description: null,
  };
}

/** A product with the template of its number, and some members replaced. */
export function product(index: number, change: JsonObject = {}): PublishedProduct {
  const slug = `product-${index}`;
  const name = productName(index);
  const word = index % 2 === 0 ? commonWord : 'particular';
  const document = canonicalJson({ ...template(index), ...change });
  return {
    id: `prd_${digest(slug).slice(0, 16)}`,
    slug,
    name,
    sortName: name,
    status: 1,
    priceFrom: 2,
    priceTo: 500,
    introduction: JSON.stringify([
      { title: 'What it does', text: `${name}, ${word}. ${'It does one thing well. '.repeat(4)}` },
    ]),
    doc: `# ${name}\n\n${'Send the fields that the playground lists, and read the reply as JSON. '.repeat(10)}`,
    tags: [
      { kind: 1, slug: `type-${index % 8}` },
      { kind: 2, slug: `provider-${index % 40}` },
      { kind: 3, slug: `capability-${index % 30}` },
      { kind: 4, slug: `label-${index % 20}` },
    ],
    template: { id: `tpl_${digest(slug).slice(0, 16)}`, hash: digest(document), document },
  };
}

/** Three fields affect its price. */
export function template(index: number) {
  return {
    server: { url: 'https://upstream.example/v1' },
    method: 'post',
    path: `/renders/${index}/{format}`,
    parameters: [
      {
        name: 'format',
        in: 'path',
        required: true,
        schema: { type: 'string', enum: ['png', 'svg', 'pdf'] },
        example: 'png',
      },
      { name: 'dpi', in: 'query', schema: { type: 'integer', minimum: 72, maximum: 600, default: 72 } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['width', 'height'],
            properties: {
              width: { type: 'integer', minimum: 1, maximum: 8192, default: 512 },
              height: { type: 'integer', minimum: 1, maximum: 8192, default: 512 },
              title: { type: 'string', maxLength: 200 },
              series: {
                type: 'array',
                maxItems: 100,
                items: {
                  type: 'object',
                  required: ['name'],
                  properties: { name: { type: 'string' }, value: { type: 'number' } },
                },
              },
            },
          },
        },
      },
    },
    responses: { '200': { description: 'The picture.', content: { 'image/png': {} } } },
    'x-farebox': {
      price: {
        lines: [
          { label: 'Base fare', flat: 2 },
          {
            label: 'Pixels',
            per: { quantity: 'input.width * input.height', rate: 0.5, unit: 'megapixel', every: 1_000_000 },
          },
          { label: 'Format', choice: { value: 'input.format', credits: { png: 0, svg: 1, pdf: 3 } } },
        ],
        maximum: 500,
      },
    },
  };
}

/** The serial word makes it unique. */
export function productName(index: number): string {
  return `${pick(verbs, index * 7)} ${serialWord(index)} ${pick(nouns, index * 3)}`;
}

/** A unique word: the number in base 26 and an x, because the search's stemmer removes no ending with x. */
export function serialWord(index: number): string {
  let word = '';
  for (let rest = index, letter = 0; letter < 8; letter += 1, rest = Math.floor(rest / 26)) {
    word = String.fromCharCode(97 + (rest % 26)) + word;
  }
  return `${word}x`;
}

function pick(words: string[], index: number): string {
  return words[index % words.length] ?? '';
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
