import { expect, test } from 'vitest';
import { draftCatalogue } from '../../../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { importSummary } from '../../../../lib/import/import-report.ts';

test('names each operation as the product that its draft is of', () => {
  const operation = { responses: { '200': { description: 'Done.' } } };
  const result = importDocument(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Parcel Post', version: '1' },
      servers: [{ url: 'https://api.parcels.example' }],
      paths: { '/parcels': { get: { operationId: 'listParcels', ...operation } } },
    }),
  );
  if (!result.ok) throw new Error(result.reason);
  for (const naming of [{}, { name: 'post' }, { hasPrefix: false }]) {
    const drafted = draftCatalogue(result, naming).flatMap(
      ({ text }) => /^slug: (\S*parcels\S*)$/m.exec(text)?.[1] ?? [],
    );
    expect(importSummary(result, naming)).toContain(`imported  GET /parcels  as ${drafted[0]}\n`);
  }
});
