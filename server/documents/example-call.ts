import type { JsonObject } from '../../lib/json/json.ts';
import { exampleInput } from '../../lib/operation/input-shape.ts';
import type { Context } from '../context.ts';
import { readVersion } from '../products/compiled-version.ts';

export interface ExampleCall {
  slug: string;
  input: JsonObject;
}

/** The number of cheapest products that are considered. */
const mostCandidates = 10;

/** Local servers, the toolbox first. A template begins with its server. */
const localServers = ['127.0.0.1:{toolboxPort}', '127.0.0.1', 'localhost', '[::1]'];

/**
 * An example call for the documentation: among the cheapest products on this machine, the one with the shortest input.
 * It is local, so readers who try it send nothing to a third party.
 */
export async function exampleCall(context: Context): Promise<ExampleCall> {
  return context.caches.examples.getOrMake('example', () => shortestCall(context));
}

async function shortestCall(context: Context): Promise<ExampleCall> {
  for (const server of localServers) {
    const products = await context.store.catalogue.cheapestAt(`http://${server}`, mostCandidates);
    const calls = await Promise.all(
      products.map(async ({ slug, versionKey }) => {
        const { shape } = await readVersion(context, versionKey);
        return { slug, input: exampleInput(shape) };
      }),
    );
    // An empty input is a poor example.
    const [shortest] = calls
      .filter(({ input }) => Object.keys(input).length > 0)
      .sort((a, b) => length(a) - length(b));
    if (shortest) return shortest;
  }
  return { slug: 'SLUG', input: {} };
}

function length({ input }: ExampleCall): number {
  return JSON.stringify(input).length;
}
