import { describe, expect, it } from 'vitest';
import { inputShape } from '../../lib/operation/input-shape.ts';
import { operationSchema } from '../../lib/operation/operation.ts';
import { compileInput } from '../../lib/validation/validator.ts';
import { assessInput } from '../../server/inputs/assess-input.ts';

/** A body that may be left out, two of whose fields go together. */
const operation = operationSchema.parse({
  server: { url: 'https://upstream.example' },
  method: 'post',
  path: '/prints',
  parameters: [{ name: 'copies', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } }],
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['paper', 'colour'],
          properties: {
            paper: { type: 'string', enum: ['a4', 'a3'] },
            colour: { type: 'boolean', examples: [true] },
            title: { type: 'string' },
          },
        },
      },
    },
  },
});
const shape = inputShape(operation);
const version = { shape, validators: compileInput(shape) };

const assess = (given: Parameters<typeof assessInput>[1]) => {
  const { holes, ...rest } = assessInput(version, given);
  return { ...rest, holes: holes.map(({ name }) => name) };
};

describe('an input held against its template', () => {
  it('has its defaults and nothing missing where the body is left out', () => {
    expect(assess({})).toEqual({ input: { copies: 1 }, holes: [], missing: [], invalid: [], ignored: [] });
  });

  it('misses what goes together with what is given: as its example, or as a hole', () => {
    expect(assess({ title: 'x' })).toEqual({
      input: { copies: 1, title: 'x', colour: true },
      holes: ['paper'],
      missing: [
        { pointer: '/paper', detail: expect.stringContaining('required') },
        { pointer: '/colour', detail: expect.stringContaining('required') },
      ],
      invalid: [],
      ignored: [],
    });
  });

  it('sets aside what is wrong, and ignores what is unknown', () => {
    expect(assess({ copies: 0, paper: 'a4', colour: false, toString: 1 })).toMatchObject({
      input: { paper: 'a4', colour: false },
      holes: ['copies'],
      invalid: [{ pointer: '/copies', detail: 'must be at least 1' }],
      ignored: ['toString'],
    });
  });
});
