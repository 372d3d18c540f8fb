import { join } from 'node:path';
import { readCatalogue } from '../../server/catalogue/read-catalogue.ts';
import { rootFolder } from '../../server/root-folder.ts';

/** What comes with the portal, read once for all files of a worker: it takes seconds. */
export const shippedCatalogue = readCatalogue(join(rootFolder, 'catalogue'));
