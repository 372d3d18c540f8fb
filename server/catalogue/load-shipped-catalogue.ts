import { SettingsError } from '../env.ts';
import { type EgressAllow, nothingAllowed } from '../gateway/egress-allow.ts';
import type { Store } from '../store/store.ts';
import { applyApis } from './apply.ts';
import { mistakeText } from './catalogue-file.ts';
import { planCatalogue } from './plan.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Loads the shipped catalogue into an empty database, all products at once in case the start is interrupted. */
export async function loadShippedCatalogue(
  { publications, writer }: Pick<Store, 'publications' | 'writer'>,
  shipped: string,
  egressAllow: EgressAllow = nothingAllowed,
): Promise<void> {
  if (await publications.hasProducts()) return;
  const reading = readCatalogue(shipped, egressAllow);
  if (!reading.ok)
    throw new SettingsError(
      `The shipped catalogue has mistakes:\n${reading.mistakes.map(mistakeText).join('\n')}`,
    );
  const { tags, synonyms, products, apis } = await planCatalogue(publications, reading.catalogue, false);
  await writer.run('publish-tags', { tags });
  if (synonyms) await writer.run('publish-synonyms', synonyms);
  await writer.run('publish', { products: products.map(({ row }) => row), now: Date.now() });
  await applyApis(writer, apis);
}
