import { z } from 'zod';
import { exampleInput } from '../lib/operation/input-shape.ts';
import type { JsonObject } from '../lib/json/json.ts';
import { cacheableJson } from './http/response.ts';
import { portal } from './portal/portal.ts';
import { readVersion } from './products/compiled-version.ts';

const exampleSchema = z.object({ slug: z.string(), input: z.record(z.string(), z.json()) });

export type ExampleCall = z.output<typeof exampleSchema>;

/** So many of the cheapest products are looked at. */
const mostCandidates = 10;

/** A template begins with its server. The toolbox comes first, then what else runs on this machine. */
const localServers = ['127.0.0.1:{toolboxPort}', '127.0.0.1', 'localhost', '[::1]'];

/**
 * A call for the documentation: of the cheapest products that run on this machine, the one with the shortest input.
 * A reader who tries it must not send anything to an API of somebody else.
 */
export async function exampleCall(): Promise<ExampleCall> {
  const { answers } = portal().cache;
  const { payload } = await answers.getOrMake('example call', async () =>
    cacheableJson(await shortestCall()),
  );
  return exampleSchema.parse(JSON.parse(payload.toString()));
}

async function shortestCall(): Promise<JsonObject> {
  for (const server of localServers) {
    const calls = await Promise.all((await cheapestOf(server)).map(callOf));
    // An input without anything in it shows nothing.
    const [shortest] = calls
      .filter(({ input }) => Object.keys(input).length > 0)
      .sort((a, b) => length(a) - length(b));
    if (shortest) return shortest;
  }
  return { slug: 'SLUG', input: {} };
}

function cheapestOf(server: string) {
  return portal().database.product.findMany({
    where: { status: 1, version: { document: { startsWith: `{"server":{"url":"http://${server}` } } },
    orderBy: [{ priceFrom: 'asc' }, { key: 'asc' }],
    take: mostCandidates,
    select: { slug: true, versionKey: true },
  });
}

async function callOf({ slug, versionKey }: { slug: string; versionKey: number }) {
  const { shape } = await readVersion(versionKey);
  return { slug, input: exampleInput(shape) };
}

function length({ input }: { input: JsonObject }): number {
  return JSON.stringify(input).length;
}
