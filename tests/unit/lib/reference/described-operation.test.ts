import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../lib/operation/operation.ts';
import { describedOperation, isSuccess } from '../../../../lib/reference/described-operation.ts';

const operation: Operation = {
  server: { url: 'https://secret-host.example/v1' },
  method: 'get',
  path: '/things/{id}',
  deprecated: true,
  responses: {
    default: { description: 'Any error.' },
    '4XX': { description: 'Wrong.' },
    '404': { content: { 'application/json': { schema: { $ref: '#/$defs/Error' } } } },
    '200': {
      description: 'A thing.',
      headers: { 'X-Left': { description: 'So many.', schema: { type: 'integer' } } },
      content: { 'image/png': {}, 'image/svg+xml': { example: '<svg/>' } },
    },
  },
  $defs: { Error: { type: 'object' }, Input: { type: 'string' } },
  'x-farebox': {
    secrets: [
      { name: 'THINGS_KEY', scheme: { type: 'apiKey', in: 'header', name: 'X-Things-Key' } },
      { name: 'THINGS_LOGIN', scheme: { type: 'http', scheme: 'Bearer' } },
    ],
  },
};

describe('an operation as the reference describes it', () => {
  const described = describedOperation(operation);

  it('has its method, path, every reply by status, and what these refer to', () => {
    expect(described).toMatchObject({ method: 'GET', path: '/things/{id}', deprecated: true });
    expect(described.responses.map(({ status }) => status)).toEqual(['200', '404', '4XX', 'default']);
    expect(described.responses[0]).toEqual({
      status: '200',
      description: 'A thing.',
      headers: [{ name: 'X-Left', description: 'So many.', schema: { type: 'integer' } }],
      content: [
        { contentType: 'image/png', schema: null, example: null },
        { contentType: 'image/svg+xml', schema: null, example: '<svg/>' },
      ],
    });
    expect(described.$defs).toEqual({ Error: { type: 'object' } });
  });

  it('says neither where the API is nor how the portal authenticates', () => {
    expect(described).not.toHaveProperty('authentication');
    expect(JSON.stringify(described)).not.toMatch(/secret-host|things[-_](key|login)/i);
  });

  it.each([
    ['200', ['200', 'default'], true],
    ['default', ['200', 'default'], false],
    ['default', ['404', 'default'], true],
    ['404', ['404'], false],
  ])('%s among %j is a success: %s', (status, all, expected) => {
    const responses = all.map((one) => ({ status: one, description: '', headers: [], content: [] }));
    const [found] = responses.filter((one) => one.status === status);
    expect(found && isSuccess(found, responses)).toBe(expected);
  });
});
