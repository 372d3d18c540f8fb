import { describe, expect, it } from 'vitest';
import { apiDocument } from '../../../../lib/reference/api-document.ts';
import { apiOperations } from '../../../../lib/reference/api-operations.ts';
import { operationCurl } from '../../../../lib/reference/quickstart.ts';
import { innerObject, schemaLimits, schemaType } from '../../../../lib/reference/described-operation.ts';

const [operation, invite, test] = apiOperations(
  apiDocument.parse({
    info: { title: 'A portal', version: '1', description: 'Of nothing.' },
    servers: [{ url: 'https://portal.example' }],
    paths: {
      '/call/{api_id}': {
        post: {
          operationId: 'call',
          tags: ['Calls'],
          summary: 'Call',
          parameters: [
            { in: 'path', name: 'api_id', required: true, schema: { type: 'string' } },
            { in: 'query', name: 'detail', schema: { const: 'full' } },
          ],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } },
          },
          responses: {
            '200': { description: 'Done.' },
            '401': { description: '`invalid-key`: Not valid. `nonsense`: Unknown.' },
          },
        },
      },
      '/accounts/{account_id}/invitations': {
        post: {
          operationId: 'invite',
          tags: ['Members'],
          summary: 'Invite',
          parameters: [{ in: 'path', name: 'account_id', required: true, schema: { type: 'string' } }],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['role', 'personId', 'caps', 'events'],
                  properties: {
                    role: { anyOf: [{ enum: ['owner', 'viewer'] }, { type: 'null' }] },
                    personId: { type: 'string' },
                    caps: { type: 'object', properties: { day: { type: 'integer' }, month: {} } },
                    events: { type: 'array', items: { type: 'string' } },
                    note: { type: 'string' },
                  },
                },
              },
            },
          },
          responses: {},
        },
      },
      '/test': { post: { operationId: 'test', tags: ['Members'], summary: 'Test', responses: {} } },
    },
    components: { schemas: { Input: { type: 'object' } } },
  }),
);

describe('an endpoint of the reference', () => {
  it('has its parameters, answers and codes', () => {
    expect(operation).toMatchObject({
      id: 'call',
      group: 'Calls',
      method: 'POST',
      parameters: [
        { name: 'api_id', required: true },
        { name: 'detail', required: false },
      ],
      answers: [{ status: '200' }],
      problems: [{ status: '401', codes: ['invalid-key'] }],
    });
  });

  it('has a command for a shell, whatever the input holds', () => {
    const example = { origin: 'https://portal.example', slug: 'a/b', input: { text: "it's $HOME" } };
    expect(operation && operationCurl(operation, example)).toBe(
      [
        "curl 'https://portal.example/call/a%2Fb' \\",
        '  -H "Authorization: Bearer $FAREBOX_KEY" \\',
        `  -d '{"text":"it'\\''s $HOME"}'`,
      ].join('\n'),
    );
  });

  it('has what is required in a body of its own, and the method where curl would send another', () => {
    const example = { origin: 'https://portal.example', slug: 'a', input: { text: 'hello' } };
    expect([invite, test].map((one) => one && operationCurl(one, example))).toEqual([
      [
        "curl 'https://portal.example/accounts/ACCOUNT_ID/invitations' \\",
        `  -d '{"role":"owner","personId":"PERSON_ID","caps":{"day":10},"events":["EVENTS"]}'`,
      ].join('\n'),
      "curl -X POST 'https://portal.example/test'",
    ]);
  });
});

const words = (schema: object) =>
  schemaType(schema)
    .map(({ text }) => text)
    .join('');

describe('a schema in words', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Tag' } }, 'list of Tag'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }, { const: false }] }, 'string or false'],
    [{}, 'any JSON value'],
  ])('%j is %s', (schema, expected) => {
    expect(words(schema)).toBe(expected);
  });

  it.each([
    [{ minimum: 1, maximum: 1000 }, ['1 to 1,000']],
    [{ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ['at least 0']],
    [{ minimum: Number.MIN_SAFE_INTEGER, maximum: 5, default: 3 }, ['at most 5', 'default 3']],
    [{ maxItems: 2, default: [] }, ['at most 2 items']],
  ])('%j is limited to %j', (schema, limits) => {
    expect(schemaLimits(schema)).toEqual(limits);
  });

  it('shows the fields within lists, and within what may be null', () => {
    const inner = { properties: { a: { type: 'string' } } };
    expect(innerObject({ anyOf: [{ type: 'array', items: inner }, { type: 'null' }] })).toEqual(inner);
    expect(innerObject({ anyOf: [inner, inner] })).toBeUndefined();
  });
});
