import { expect, test } from 'vitest';
import { operationFidelity, totalFidelity } from '../../../../lib/import/fidelity.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { openDocument, type SourceDocument } from '../../../../lib/import/document/source-document.ts';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { document2, document3 } from './cases/documents.ts';

function fidelityOf(document: unknown) {
  const result = importDocument(JSON.stringify(document), { counts: true });
  if (!result.ok) throw new Error(result.reason);
  return totalFidelity(result.operations.flatMap(({ fidelity }) => fidelity ?? []));
}

const parameter = {
  name: 'size',
  in: 'query',
  description: 'How *large*.',
  deprecated: true,
  schema: { type: 'integer', enum: [1, 2], 'x-enumNames': ['Small', 'Large'], default: 1, example: 2 },
};

test('each thing that a document says of a field is counted once', () => {
  const document = document3({
    summary: 'Do it',
    description: 'It does it.',
    parameters: [parameter, parameter],
  });
  expect(fidelityOf(document)).toEqual({
    descriptions: { given: 3, kept: 3 },
    examples: { given: 1, kept: 1 },
    enumMeanings: { given: 2, kept: 2 },
    defaults: { given: 1, kept: 1 },
    deprecations: { given: 1, kept: 1 },
  });
});

test('the inner fields of a body count, and those that no request has do not', () => {
  const inner = { type: 'string', description: 'Inner', example: 'x' };
  const schema = {
    type: 'object',
    properties: {
      outer: { type: 'array', items: { type: 'object', properties: { inner } } },
      id: { type: 'string', readOnly: true, description: 'Given by the server' },
    },
  };
  const content = { 'application/json': { schema } };
  expect(fidelityOf(document3({ requestBody: { content } }, {}, '3.0.3', 'post'))).toMatchObject({
    descriptions: { given: 1, kept: 1 },
    examples: { given: 1, kept: 1 },
  });
  const body = { name: 'body', in: 'body', schema };
  expect(fidelityOf(document2({ parameters: [body] }, {}, 'post'))).toMatchObject({
    descriptions: { given: 1, kept: 1 },
  });
});

test('an operation that is not there keeps nothing of what is said of it', () => {
  const raw: JsonObject = { summary: 'Do it', deprecated: true };
  const root: JsonObject = { openapi: '3.1.0', paths: { '/a': { get: raw } } };
  const place = {
    method: 'get' as const,
    path: '/a',
    pathPointer: '/paths/~1a',
    pathItem: {},
    pointer: '',
    raw,
  };
  expect(operationFidelity(opened(root), place, undefined)).toMatchObject({
    descriptions: { given: 1, kept: 0 },
    deprecations: { given: 1, kept: 0 },
  });
});

function opened(root: JsonObject): SourceDocument {
  const document = openDocument(root);
  if (typeof document === 'string') throw new Error(document);
  return document;
}
