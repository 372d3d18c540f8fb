import { describe, expect, it } from 'vitest';
import { ask, send } from './ask.ts';
import { listOf, playgroundOf } from './shapes.ts';
import { problem } from '../setup/problems.ts';

const path = '/api/product/playground';
const withBody = (body: string, headers: Record<string, string> = {}) => ask(path, { body, headers });

describe('GET /api/product/playground', () => {
  it('takes its id in a body, whatever type that claims, or in the address', async () => {
    const expected = (await ask(`${path}?id=every-price`)).json;
    const body = '{"id":"every-price"}';
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
    ]) {
      expect((await withBody(body, { 'content-type': type })).json, type).toEqual(expected);
    }
    expect((await withBody(body)).json).toEqual(expected);
    expect((await ask(path, { body, headers: { 'transfer-encoding': 'chunked' } })).json).toEqual(expected);
    expect((await ask(`${path}?id=every-price`, { body })).json).toEqual(expected);
  });

  it('takes the id of a template, of a product, or a slug', async () => {
    const [product] = listOf((await ask('/api/product/list?pageSize=1')).json).list;
    const expected = (await ask(`${path}?id=${product?.apiTemplateID}`)).json;
    expect((await ask(`${path}?id=${product?.id}`)).json).toEqual(expected);
    expect((await ask(`${path}?id=${product?.slug}`)).json).toEqual(expected);
  });

  it('describes each field in the order of the form, and the reply', async () => {
    const { request, response } = playgroundOf((await ask(`${path}?id=every-price`)).json);
    expect(request.map(({ name, affectsPrice }) => [name, affectsPrice])).toEqual([
      ['format', true],
      ['X-Copies', false],
      ['width', true],
      ['height', true],
      ['rows', true],
      ['background', true],
      ['fill', false],
    ]);
    expect(request[3]).toEqual({
      name: 'height',
      in: 'body',
      label: 'Height',
      description: '',
      type: 'integer',
      required: true,
      example: 50,
      schema: { type: 'integer', minimum: 1, maximum: 4000 },
      affectsPrice: true,
    });
    expect(response).toEqual({ contentType: 'image/png', schema: null, example: null, streams: false });
  });

  it('keeps recursion exact, each schema by itself', async () => {
    const { request, response } = playgroundOf((await ask(`${path}?id=recursive`)).json);
    expect(request[0]?.schema).toMatchObject({
      $ref: '#/$defs/Node',
      $defs: { Node: { required: ['value'] } },
    });
    expect(response).toMatchObject({
      schema: { $ref: '#/$defs/Node', $defs: { Node: { required: ['value'] } } },
    });
  });

  it('adds price, charges, limits and examples when asked', async () => {
    const { json } = await ask(`${path}?id=every-price&detail=full`);
    expect(json).toMatchObject({
      price: {
        from: 3,
        to: 1000,
        lines: [
          { label: 'Base fare' },
          { label: 'Pixels' },
          { label: 'Rows' },
          { label: 'Format' },
          { label: 'Background' },
        ],
      },
      limits: { bodyBytes: 1_048_576 },
    });
  });

  it('refuses an id that is missing, unknown, no string, or given twice', async () => {
    for (const body of ['', '{}', '{"id":""}']) {
      expect(await withBody(body)).toMatchObject(problem(400, 'missing-parameter'));
    }
    expect(await withBody('{"id":"nope"}')).toMatchObject(problem(404, 'not-found'));
    expect(await withBody('{"id":7}')).toMatchObject({
      status: 400,
      json: { code: 'invalid-parameter', errors: [{ pointer: '/id' }] },
    });
    const both = await ask(`${path}?id=every-price`, { body: '{"id":"recursive"}' });
    expect(both).toMatchObject({
      status: 400,
      json: { code: 'invalid-parameter', errors: [{ parameter: 'id' }] },
    });
  });

  it('cannot be handed a body by a header from outside', async () => {
    const forged = await send(path, 'GET', { 'farebox-ticket': '0'.repeat(32) + '.1' });
    expect(forged).toMatchObject(problem(400, 'missing-parameter'));
    const beside = await send(
      path,
      'GET',
      { 'farebox-ticket': 'x', 'content-length': '20' },
      '{"id":"every-price"}',
    );
    expect(beside.status).toBe(200);
  });
});
