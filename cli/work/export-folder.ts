import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { countOf } from '../../lib/text/numbers.ts';
import { exportCatalogue } from '../../server/catalogue/export-catalogue.ts';
import { makeFolder } from '../../server/files/read-regular-file.ts';
import { type DataPlace, withStoreOf } from '../operate.ts';
import { Refusal } from '../print.ts';
import { refuseUnknown } from './change-status.ts';

/** As many as a catalogue folder may have. */
const mostProducts = 10_000;

/** Writes the products as catalogue files into a new folder. Returns what to say about it. */
export function exportFolder(
  place: DataPlace,
  folder: string,
  only: readonly string[] | undefined,
): Promise<string> {
  refuseFilled(folder);
  return withStoreOf(place, async (store) => {
    if (only) await refuseUnknown(store, [...only]);
    const slugs = only ?? (await store.publications.productSlugs(mostProducts + 1));
    if (slugs.length > mostProducts)
      throw new Refusal(
        `A catalogue folder holds ${mostProducts} products at most, and there are more: name those to export with --product.`,
      );
    for await (const { name, text } of exportCatalogue(store.publications, slugs)) {
      const path = join(resolve(folder), name);
      makeFolder(dirname(path));
      writeFileSync(path, text);
    }
    return `${countOf(slugs.length, 'product')} ${slugs.length === 1 ? 'is' : 'are'} in ${folder}. To keep ${slugs.length === 1 ? 'it' : 'them'} as files from now on: npm run farebox -- apply ${folder} --take-over\n`;
  });
}

function refuseFilled(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && readdirSync(folder).length === 0)) return;
  throw new Refusal(
    `${folder} is ${found.isDirectory() ? 'not empty' : 'a file'}, so nothing was written. Name a new folder.`,
  );
}
