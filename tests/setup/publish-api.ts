import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftCatalogue } from '../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../lib/import/import-document.ts';
import { applyCatalogue } from './apply-fixtures.ts';

/** Imports a document and applies it, with every operation online but those of these slugs. Returns the slugs of all. */
export async function publishApi(
  dataFolder: string,
  document: unknown,
  offline: readonly string[] = [],
): Promise<string[]> {
  const result = importDocument(JSON.stringify(document));
  if (!result.ok) throw new Error(result.reason);
  const folder = await mkdtemp(join(tmpdir(), 'farebox-api-'));
  const slugs: string[] = [];
  try {
    for (const { name, text } of draftCatalogue(result)) {
      const slug = /^slug: (\S+)$/m.exec(text)?.[1];
      const isDraft = /^status: offline$/m.test(text);
      if (isDraft && slug !== undefined) slugs.push(slug);
      const isOffline = offline.some((each) => each === slug);
      const shown = isOffline ? text : text.replace(/^status: offline$/m, 'status: online');
      await writeFile(join(folder, name), shown);
    }
    await applyCatalogue(dataFolder, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return slugs;
}

const operation = (summary: string, tag: string, more: object = {}) => ({
  summary,
  tags: [tag],
  description: `${summary}, with all that belongs to it. The reply says what was done and when.`,
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', example: 3 } }],
  responses: { '200': { description: 'Done.' } },
  ...more,
});

/** An API of fifteen operations in three groups. */
export const parcelDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Parcel Post API',
    version: '4.2',
    summary: 'Send parcels and follow them.',
    description: `# Parcels\n\nEverything about parcels. See [the guides](https://parcels.example/guides).\n\n${'- A parcel has a weight, a size and somebody who waits for it.\n'.repeat(12)}`,
  },
  externalDocs: { url: 'https://parcels.example/docs' },
  servers: [{ url: 'https://api.parcels.example' }],
  tags: [
    { name: 'Tracking', description: 'Where a parcel is. See [states](https://parcels.example/states).' },
    { name: 'Parcels' },
    { name: 'Addresses' },
  ],
  paths: {
    '/parcels': { get: operation('List parcels', 'Parcels'), post: operation('Send a parcel', 'Parcels') },
    '/parcels/search': { get: operation('Search parcels', 'Parcels') },
    '/parcels/cancel': { post: operation('Cancel a parcel', 'Parcels') },
    '/parcels/insure': { post: operation('Insure a parcel', 'Parcels') },
    '/parcels/weigh': { post: operation('Weigh a parcel', 'Parcels', { deprecated: true }) },
    '/track': { get: operation('Track a parcel', 'Tracking') },
    '/track/history': { get: operation('List stations of a parcel', 'Tracking') },
    '/track/alerts': { post: operation('Create an alert', 'Tracking') },
    '/track/map': { get: operation('Get a map of the way', 'Tracking') },
    '/addresses': {
      get: operation('List addresses', 'Addresses'),
      post: operation('Create an address', 'Addresses'),
    },
    '/addresses/check': { post: operation('Check an address', 'Addresses') },
    '/addresses/format': { post: operation('Format an address', 'Addresses') },
    '/addresses/suggest': { get: operation('Suggest addresses', 'Addresses') },
  },
};

/** An API without an operation that is online. */
export const silentDocument = {
  openapi: '3.1.0',
  info: { title: 'Silent API', version: '1' },
  servers: [{ url: 'https://api.silent.example' }],
  paths: { '/silence': { get: operation('Get silence', 'Silence') } },
};
