import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { apiFile } from '../../../../lib/product/catalogue-entry.ts';
import { draftCatalogue } from '../../../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { bigDocument } from '../../../setup/big-document.ts';

function apiOf(document: unknown, naming?: Parameters<typeof draftCatalogue>[1]) {
  const result = importDocument(JSON.stringify(document));
  if (!result.ok) throw new Error(result.reason);
  const file = draftCatalogue(result, naming).find(({ name }) => name === 'api.yaml');
  return apiFile.parse(parse(file?.text ?? '')).api;
}

const operation = (operationId: string, ...tags: string[]) => ({ operationId, tags, responses: {} });
const tagged = {
  openapi: '3.1.0',
  info: {
    title: '**Acme** Pay API',
    version: '2.0',
    summary: 'Payments for *everybody*.',
    description: 'See [the guides](/docs).',
  },
  externalDocs: { url: 'https://acme.example/docs' },
  servers: [{ url: 'https://api.acme.example' }],
  tags: [
    { name: 'Refunds', description: 'Money back. See [why](/why).' },
    { name: 'pay', 'x-displayName': 'Payments' },
    { name: 'Unused' },
  ],
  paths: {
    '/z': { post: operation('pay', 'pay', 'Refunds'), get: operation('status', 'Later') },
    '/b': { get: operation('free') },
    '/a': { post: operation('refund', 'Refunds'), get: operation('payments', 'pay') },
  },
};

test('an API has the words of its document, and its operations in the groups and the order of it', () => {
  expect(apiOf(tagged)).toEqual({
    slug: 'acme-pay',
    name: 'Acme Pay API',
    version: '2.0',
    source: 'Acme Pay API (api.acme.example)',
    provider: 'acme-pay',
    url: 'https://acme.example/docs',
    summary: 'Payments for everybody.',
    doc: 'See [the guides](https://acme.example/docs).',
    groups: [
      {
        name: 'Refunds',
        description: 'Money back. See [why](https://acme.example/why).',
        operations: ['acme-pay-refund'],
      },
      { name: 'Payments', operations: ['acme-pay-pay', 'acme-pay-payments'] },
      { name: 'Later', operations: ['acme-pay-status'] },
      { operations: ['acme-pay-free'] },
    ],
  });
});

test('a document without tags is grouped by the resources of its paths, in their order', () => {
  const { groups } = apiOf(bigDocument());
  expect(groups).toHaveLength(60);
  expect(groups.slice(0, 2)).toEqual([
    {
      name: 'Customers',
      operations: [
        'acme-pay-get-customers',
        'acme-pay-post-customers',
        'acme-pay-get-customers-customer',
        'acme-pay-update-customer',
        'acme-pay-delete-customers-customer',
      ],
    },
    expect.objectContaining({ name: 'Payment intents' }),
  ]);
  const paths = {
    '/a': { get: operation('a') },
    '/b/{id}': { get: operation('b') },
    '/{c}': { get: operation('c') },
  };
  expect(apiOf({ ...tagged, paths }).groups).toEqual([
    { operations: ['acme-pay-a', 'acme-pay-b', 'acme-pay-c'] },
  ]);
});

test('an API has the slug and the name that the operator gives its document', () => {
  expect(apiOf(tagged, { name: 'Acme 2026' })).toMatchObject({
    ...{ slug: 'acme-2026', name: 'Acme 2026', source: 'Acme 2026' },
    groups: [{ operations: ['acme-2026-refund'] }, {}, {}, {}],
  });
  expect(apiOf(tagged, { hasPrefix: false })).toMatchObject({
    ...{ slug: 'acme-pay', source: 'Acme Pay API (api.acme.example)' },
    groups: [{ operations: ['refund'] }, {}, {}, {}],
  });
});

test('a document whose words are as long as they like makes a file that is read', () => {
  const long = 'Words and words. '.repeat(20_000);
  const api = apiOf({
    ...tagged,
    info: { title: long, version: long, summary: long, description: long },
    externalDocs: { url: `https://acme.example/${'a'.repeat(600)}` },
    tags: [{ name: 'pay', description: long, 'x-displayName': long }],
  });
  expect(String(api.doc).length).toBeLessThanOrEqual(60_000);
  expect(api.url).toBeUndefined();
});
