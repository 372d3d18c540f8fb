import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makePerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask } from './ask.ts';

let headers: { cookie: string };
beforeAll(async () => {
  ({ headers } = await makePerson(inject('dataFolder'), { role: 'publisher' }));
});

describe('a product of the console', () => {
  const product = '/api/operator/products/scripted';

  it('is a catalogue file, with what was published of it', async () => {
    const { json } = await ask(product, { headers });
    expect(json).toMatchObject({ slug: 'scripted', status: 'online', release: 1 });
    expect(json).toMatchObject({ entry: expect.stringMatching(/^slug: scripted\nname: /) });
    const { list, next } = Object((await ask(`${product}/releases`, { headers })).json);
    expect({ list, next }).toMatchObject({ list: [{ number: 1, changed: [], breaking: [] }], next: null });
    const release = (await ask(`${product}/releases/1`, { headers })).json;
    expect(release).toMatchObject({ release: { number: 1 }, entry: Object(json).entry, previous: null });
    const csv = await ask(`${product}/releases`, { headers: { ...headers, accept: 'text/csv' } });
    expect(csv.text).toMatch(/^number,at,author kind,author,/);
  });

  it('is for operators, and exists', async () => {
    expect(await ask(product)).toMatchObject(problem(401, 'operator-required'));
    expect(await ask('/api/operator/products/absent', { headers })).toMatchObject(problem(404, 'not-found'));
    for (const number of ['2', '0', 'x', '99999999999'])
      expect(await ask(`${product}/releases/${number}`, { headers })).toMatchObject(
        problem(404, 'not-found'),
      );
  });
});
