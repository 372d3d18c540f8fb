import type { JsonObject } from '../../lib/json/json.ts';
import { exampleInput } from '../../lib/operation/input-shape.ts';
import { serverProblem, type Operation, templateSchema } from '../../lib/operation/operation.ts';
import type { Context } from '../context.ts';
import { howToGiveSecret, type Settings, upstreamSecretNames } from '../env.ts';
import { type EgressAllow, templateEgressProblem } from '../gateway/egress-allow.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';
import { readVersion } from './compiled-version.ts';

/** The settings of a portal that decide whether a product can go online there. */
export interface PublishingSettings {
  egressAllow: EgressAllow;
  /** The names of the upstream credentials that it has. */
  secrets: ReadonlySet<string>;
}

/** Those of this process. */
export function ownPublishingSettings({ egressAllow }: Pick<Settings, 'egressAllow'>): PublishingSettings {
  return { egressAllow, secrets: upstreamSecretNames() };
}

/** Why a product cannot go online, as a sentence; undefined if it can. */
export function onlineHindrance(
  { document }: Pick<StoredProduct, 'document'>,
  { egressAllow, secrets }: PublishingSettings,
): string | undefined {
  const template = templateSchema.parse(JSON.parse(document));
  const problem = serverProblem(template) ?? templateEgressProblem(template, egressAllow);
  const [missing] = secretNames(template).filter((name) => !secrets.has(name));
  if (problem !== undefined || missing === undefined) return problem;
  return `Its upstream credential ${missing} is missing: ${howToGiveSecret(missing)}, and restart the portal.`;
}

/** The names of the credentials that calls of a product need. */
export function secretNames({ 'x-farebox': extension }: Pick<Operation, 'x-farebox'>): string[] {
  return [...new Set((extension?.secrets ?? []).map(({ name }) => name))];
}

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
