import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOf } from './data-place.ts';
import { applyFolder } from '../../cli/work/apply-folder.ts';
import type { DataPlace } from '../../cli/operate.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { readSettings } from '../../server/env.ts';
import { type CommandResult, farebox, testEgress } from './farebox.ts';

/** A product whose upstream does what its call's `script` says (tests/setup/upstream.ts). */
export interface TestProduct {
  slug: string;
  /** Where the upstream is, when it is not that of the tests. */
  server?: string;
  status?: 'online' | 'offline';
  /** A GET has no body. */
  method?: 'get' | 'post' | 'delete';
  lines?: JsonObject[];
  minimum?: number;
  maximum?: number;
  charges?: Record<string, string>;
  limits?: Record<string, number>;
  /** Of the body, which a call needs then, unless it is optional. */
  schema?: JsonObject;
  bodyOptional?: true;
  /** Its document says that it may answer with a stream of events. */
  streams?: true;
  /** The schema of its reply. */
  reply?: JsonObject;
  introduction?: { title: string; text: string }[];
  defs?: JsonObject;
  /** Credentials of the operator, as `x-farebox.secrets` has them. */
  secrets?: JsonObject[];
}

/** One credit for each of `size`, known before the call. */
const bySize = [{ label: 'Size', per: { quantity: 'input.size', rate: 1, unit: 'unit' } }];

/** At most one for each of `size`, and one for each that the upstream says it used. */
export const byUse = [
  { label: 'Use', per: { quantity: { quoted: 'input.size', settled: 'usage.used' }, rate: 1, unit: 'unit' } },
];

const everyRow = (charge: string) => ({
  success: 'settled',
  upstream4xx: charge,
  upstream5xx: charge,
  timeout: charge,
  clientGone: charge,
  partialStream: charge,
});

/** For calls that must run into them: on a machine that is busy, others would, too. */
const soon = { firstByteMs: 600, idleMs: 400, totalMs: 2_000 };
const small = { responseBytes: 100_000 };

/** Those that most tests call. */
export const commonProducts: TestProduct[] = [
  { slug: 'scripted' },
  { slug: 'scripted-too' },
  { slug: 'scripted-offline', status: 'offline' },
  { slug: 'metered', lines: byUse },
  { slug: 'patient', charges: { clientGone: 'settled' } },
  { slug: 'hasty', limits: soon },
  { slug: 'small', limits: small },
  ...['nothing', 'quoted', 'settled'].flatMap((charge) => [
    { slug: `pays-${charge}`, lines: byUse, limits: small, charges: everyRow(charge) },
    { slug: `pays-${charge}-soon`, lines: byUse, limits: soon, charges: everyRow(charge) },
  ]),
];

const shape = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 0, maximum: 1_000, default: 1 },
    note: { type: 'string', maxLength: 100 },
    script: { type: 'object' },
  },
};

function entryOf(product: TestProduct, upstreamUrl: string): JsonObject {
  const { slug, server = upstreamUrl, status = 'online', lines = bySize, minimum, maximum = 1_000 } = product;
  return {
    ...{ slug, name: slug, status, type: 'scripted', provider: 'tests' },
    operation: {
      server: { url: server },
      method: product.method ?? 'post',
      path: '/do',
      ...(product.defs && { $defs: product.defs }),
      ...(product.secrets && { 'x-farebox': { secrets: product.secrets } }),
      ...(product.method !== 'get' && {
        requestBody: {
          required: product.schema !== undefined && !product.bodyOptional,
          content: { 'application/json': { schema: product.schema ?? shape } },
        },
      }),
      responses: {
        '200': {
          description: 'As the script says.',
          content: {
            'application/json': product.reply ? { schema: product.reply } : {},
            ...(product.streams && { 'text/event-stream': {} }),
          },
        },
      },
    },
    price: { lines, maximum, ...(minimum !== undefined && { minimum }) },
    ...(product.introduction && { introduction: product.introduction }),
    ...(product.charges && { charges: product.charges }),
    ...(product.limits && { limits: product.limits }),
  };
}

/** JSON is YAML, too. */
export async function writeCatalogue(
  folder: string,
  upstreamUrl: string,
  products: readonly TestProduct[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tags = {
    types: [{ slug: 'scripted', name: 'Scripted' }],
    providers: [{ slug: 'tests', name: 'Tests' }],
  };
  await writeFile(join(folder, 'tags.yaml'), JSON.stringify(tags));
  for (const product of products)
    await writeFile(join(folder, `${product.slug}.yaml`), JSON.stringify(entryOf(product, upstreamUrl)));
}

/** Publishes products on the portal of a data folder, in this process: a command of its own takes a second to load. */
export function publishProducts(
  dataFolder: string,
  upstreamUrl: string,
  products: readonly TestProduct[],
): Promise<void> {
  return publishProductsAt(placeOf(dataFolder), upstreamUrl, products);
}

/** The same on a data folder or a database. */
export async function publishProductsAt(
  place: DataPlace,
  upstreamUrl: string,
  products: readonly TestProduct[],
): Promise<void> {
  const { egressAllow } = readSettings({ FAREBOX_EGRESS_ALLOW: testEgress });
  const secrets = new Set(
    products.flatMap((product) => (product.secrets ?? []).map(({ name }) => String(name))),
  );
  await withCatalogue(upstreamUrl, products, (folder) =>
    applyFolder(place, { folder, prune: false, dryRun: false }, () => {}, { egressAllow, secrets }),
  );
}

/** What `farebox apply` says of them. */
export function applyProducts(
  dataFolder: string,
  upstreamUrl: string,
  products: readonly TestProduct[],
): Promise<CommandResult> {
  return withCatalogue(upstreamUrl, products, (folder) => farebox(dataFolder, ['apply', folder]));
}

async function withCatalogue<Result>(
  upstreamUrl: string,
  products: readonly TestProduct[],
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-products-'));
  try {
    await writeCatalogue(folder, upstreamUrl, products);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
