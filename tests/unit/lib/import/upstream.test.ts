import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { draftCatalogue } from '../../../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/json/json.ts';
import { describedOperation } from '../../../../lib/reference/described-operation.ts';
import { bigDocument } from '../../../setup/big-document.ts';
import { tenDocuments } from '../../../setup/documents/ten-documents.ts';
import { document3, withBody } from './cases/documents.ts';
import { operationCases } from './cases/operations.ts';
import { schemaCases } from './cases/schemas.ts';

/* Callers of the portal see nothing of the upstream's addresses and authentication. */

const host = 'api.shiply.example:8443';
const server = { url: `https://${host}/v2`, description: 'Cluster seven' };
const keyHeader = { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Ask Ann for the key.' };
const words = `Call it at https://${host}/v2. Send your key in \`X-Api-Key\`. See [more](/more).`;

/** The same document, with the upstream in each text that it has, and in titles, defaults and examples of plain texts. */
function talkative(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(talkative);
  if (!isJsonObject(value)) return value;
  if (
    Object.keys(value).length <= 2 &&
    value['type'] === 'string' &&
    !('enum' in value) &&
    !('format' in value)
  ) {
    const address = `https://${host}/v2`;
    return { ...value, title: `Of ${host}`, description: words, default: address, examples: [address] };
  }
  const inner = Object.entries(value).map(([key, member]): [string, JsonValue] => [
    key,
    key === 'description' && typeof member === 'string' ? `${member} ${words}` : talkative(member),
  ]);
  return Object.fromEntries(inner);
}

function withUpstream(document: unknown): JsonObject {
  const plain = talkative(JSON.parse(JSON.stringify(document)));
  if (!isJsonObject(plain)) throw new TypeError('A document is an object.');
  const { host: _host, basePath: _path, ...rest } = plain;
  const info = isJsonObject(rest['info']) ? rest['info'] : {};
  const is2 = 'swagger' in rest;
  const components = isJsonObject(rest['components']) ? rest['components'] : {};
  return {
    ...rest,
    info: {
      ...info,
      title: 'Shiply',
      contact: { url: `https://${host}` },
      description: `Ships parcels.\n\n## Authentication\n\nAsk for a key.\n\n    curl -H 'X-Api-Key: 1'\n\n## Limits\n\nTen a second. ${words}`,
    },
    externalDocs: { url: `https://${host}/docs` },
    ...(is2
      ? { host, securityDefinitions: { key: keyHeader } }
      : { servers: [server], components: { ...components, securitySchemes: { key: keyHeader } } }),
    security: [{ key: [] }],
  };
}

/** What callers may read of the drafts of a document: all but the server, the credentials and the name of the document. */
function publicParts(document: JsonObject): string {
  const result = importDocument(JSON.stringify(document));
  if (!result.ok) throw new Error(result.reason);
  const described = result.operations.flatMap(({ operation }) =>
    operation === undefined ? [] : [describedOperation(operation)],
  );
  const drafts = draftCatalogue(result).map(({ text }) => {
    const { source: _source, api, operation, ...entry }: Record<string, unknown> = parse(text);
    if (isJsonObject(api)) delete api['source'];
    if (isJsonObject(operation)) {
      delete operation['server'];
      delete operation['x-farebox'];
    }
    return { ...entry, api, operation };
  });
  return JSON.stringify({ drafts, described });
}

const documents: [string, unknown][] = [
  ...Object.entries(tenDocuments)
    .filter(([name]) => name !== '300 operations')
    .map(([name, make]): [string, unknown] => [name, make(server.url)]),
  ['the big document', bigDocument({ resources: 5 })],
  ...Object.entries(operationCases).flatMap(([what, { document }]): [string, unknown][] => typeof document === 'string' ? [] : [[what, document]]),
  ...Object.entries(schemaCases).map(([what, { raw, version }]): [string, unknown] => [what, withBody({ type: 'object', properties: { field: raw } }, version)]),
]; // biome-ignore format: a table

test.each(documents)('the drafts of "%s" say nothing of the upstream', (_name, document) => {
  const said = publicParts(withUpstream(document));
  const upstream =
    /.{0,80}(?:shiply\.example|x-api-key|cluster seven|ask ann|your key|ask for a key|sent as)/gi;
  expect(said.match(upstream) ?? []).toEqual([]);
});

describe('of a text', () => {
  const said = (description: string, more: object = {}) => {
    const result = importDocument(
      JSON.stringify({ ...document3({ description }), servers: [server], ...more }),
    );
    return result.ok ? result.operations[0]?.operation?.description : result.reason;
  };

  test.each([
    ['Ships it. Send the API key in the header.', 'Ships it.'],
    ['Ships it.\nRequires authentication.', 'Ships it.'],
    ['Ships it. Pass `Authorization: Bearer TOKEN`. It takes a day.', 'Ships it. It takes a day.'],
    ['- one\n- https://api.shiply.example:8443/v2/one\n- two', '- one\n\n- two'],
    [`Ships it.\n\n\`\`\`sh\ncurl https://${host}/v2 -d {}\n\`\`\`\n\nLater.`, 'Ships it.\n\nLater.'],
    [
      '# Ships\n\nIt.\n\n# API keys\n\nGet one.\n\n## More\n\nTwo.\n\n# Then\n\nEnd.',
      '# Ships\n\nIt.\n\n# Then\n\nEnd.',
    ],
    [`# Ships\n\nIt.\n\n# Where\n\nAt https://${host}/v2.`, '# Ships\n\nIt.'],
  ])('%j stays %j', (text, rest) => {
    expect(said(text)).toBe(rest);
  });

  test.each([
    'Creates an API key for a project.',
    'Authorizes a payment of the customer, with the token of the card.',
    'Ask at https://shiply.example or write to help@shiply.example.',
  ])('%j stays whole', (text) => {
    expect(said(text)).toBe(text);
  });
});

test('examples keep their form, and a parameter for the credential is none of the input', () => {
  const document = {
    ...document3({
      parameters: [
        { name: 'x-api-key', in: 'header', required: true, schema: { type: 'string' } },
        {
          name: 'next',
          in: 'query',
          required: true,
          schema: { type: 'string' },
          example: `https://${host}/v2/things`,
        },
      ],
      security: [{ key: [] }],
    }),
    servers: [server],
    components: { securitySchemes: { key: keyHeader } },
  };
  const result = importDocument(JSON.stringify(document));
  expect(result).toMatchObject({
    operations: [
      {
        operation: { parameters: [{ name: 'next' }] },
        example: { next: 'https://upstream.example/v2/things' },
      },
    ],
  });
});

test('values that callers may have to send stay, and what is said of them does not', () => {
  const url = `https://${host}/v2`;
  const document = {
    ...document3({
      parameters: [
        { name: 'base', in: 'query', schema: { type: 'string', default: url } },
        {
          name: 'node',
          in: 'query',
          schema: {
            type: 'string',
            title: `A node of ${host}`,
            enum: [host, 'spare'],
            default: host,
            'x-enum-descriptions': [`At ${url}.`, 'The other one.'],
          },
        },
      ],
    }),
    servers: [server],
  };
  const result = importDocument(JSON.stringify(document));
  const [only] = result.ok ? result.operations : [];
  expect(only?.operation?.parameters).toEqual([
    { name: 'base', in: 'query', schema: { type: 'string' } },
    {
      name: 'node',
      in: 'query',
      schema: { type: 'string', enum: [host, 'spare'], 'x-enum-descriptions': { spare: 'The other one.' } },
    },
  ]);
  expect(only?.example).toEqual({});
});
