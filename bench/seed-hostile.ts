import { openSharedStore } from '../server/control/open-shared-store.ts';
import { product, tags, template } from './seed-products.ts';

export const recursiveSlug = 'product-200';
export const largeSlug = 'product-201';
export const estimatePath = (slug: string) => `/api/product/credits/required/${slug}`;
export const callPath = (slug: string) => `/api/product/developer/call/${slug}`;

/** Each client has its own network, so that they do not share budgets. */
export const hostileAddresses: Record<string, string> = {
  'nested-inputs': '127.0.1.1',
  'small-keys': '127.0.1.2',
  'large-bodies': '127.0.1.3',
  'large-bodies-of-keys': '127.0.1.4',
  pages: '127.0.1.5',
  'unknown-names': '127.0.1.6',
  'long-work': '127.0.1.7',
  'unread-replies': '127.0.1.8',
};

const size = { type: 'integer', minimum: 1, maximum: 8192 };

/** Both groups contain recursive references before the member that distinguishes them. */
const recursive = {
  type: 'object',
  required: ['width', 'height'],
  properties: { width: size, height: size, filter: { $ref: '#/$defs/Filter' } },
  $defs: {
    Filter: { oneOf: ['And', 'Or', 'Leaf'].map((name) => ({ $ref: `#/$defs/${name}` })) },
    And: group('and'),
    Or: group('or'),
    Leaf: { type: 'object', properties: { leaf: { type: 'string' } }, unevaluatedProperties: false },
  },
};

function group(kind: string) {
  const children = { type: 'array', items: { $ref: '#/$defs/Filter' } };
  return { type: 'object', properties: { children, kind: { const: kind } }, unevaluatedProperties: false };
}

/** Publishes a product with a recursive schema and one for 32 MiB to a running portal. */
export async function seedHostile(dataFolder: string): Promise<void> {
  const large = { ...template(201)['x-farebox'], limits: { bodyBytes: 32 * 1024 * 1024 } };
  const requestBody = { required: true, content: { 'application/json': { schema: recursive } } };
  const { writer, close } = await openSharedStore(dataFolder);
  await writer.run('publish-tags', { tags });
  await writer.run('publish', {
    products: [product(200, { requestBody }), product(201, { 'x-farebox': large })],
    now: Date.now(),
  });
  await close();
}
