import { z } from 'zod';
import { exampleInput } from '../lib/input-shape.ts';
import type { JsonObject } from '../lib/json.ts';
import { prepareJson } from './answer.ts';
import { portal } from './portal.ts';
import { readVersion } from './products/compiled-version.ts';

const exampleSchema = z.object({ slug: z.string(), input: z.record(z.string(), z.json()) });

export type ExampleCall = z.output<typeof exampleSchema>;

/** So many of the cheapest products are looked at. */
const mostCandidates = 10;

/** A template begins with its server: these run on this machine. */
const localServers = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `{"server":{"url":"http://${host}`);

/**
 * A call for the documentation: of the cheapest products that run on this machine the one with the shortest input.
 * A reader who tries it must not send anything to an API of somebody else.
 */
export async function exampleCall(): Promise<ExampleCall> {
  const { answers } = portal().cache;
  const { payload } = await answers.getOrMake('example call', async () => prepareJson(await shortestCall()));
  return exampleSchema.parse(JSON.parse(payload.toString()));
}

async function shortestCall(): Promise<JsonObject> {
  const candidates = await portal().database.product.findMany({
    where: { status: 1, OR: localServers.map((start) => ({ version: { document: { startsWith: start } } })) },
    orderBy: [{ priceFrom: 'asc' }, { key: 'asc' }],
    take: mostCandidates,
    select: { slug: true, versionKey: true },
  });
  const calls = await Promise.all(candidates.map(callOf));
  // An input without anything in it shows nothing.
  const [shortest] = calls
    .filter(({ input }) => Object.keys(input).length > 0)
    .sort((a, b) => length(a) - length(b));
  return shortest ?? { slug: 'SLUG', input: {} };
}

async function callOf({ slug, versionKey }: { slug: string; versionKey: number }) {
  const { shape } = await readVersion(versionKey);
  return { slug, input: exampleInput(shape) };
}

function length({ input }: { input: JsonObject }): number {
  return JSON.stringify(input).length;
}
