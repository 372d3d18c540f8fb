import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { checkedEntry, operatorProduct, productReleaseList } from '../../lib/operator/products.ts';
import { sendCall } from '../setup/send-call.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

let publisher: TestPerson;
let headers: { cookie: string };
beforeAll(async () => {
  publisher = await makePerson(inject('dataFolder'), { role: 'publisher', name: 'Pia' });
  ({ headers } = publisher);
});

const at = (slug: string, more = '') => `/api/operator/products/${slug}${more}`;
const read = async (slug: string) => operatorProduct.parse((await ask(at(slug), { headers })).json);
const releases = async (slug: string) =>
  productReleaseList.parse((await ask(at(slug, '/releases'), { headers })).json).list;
const check = async (slug: string, entry: string) =>
  checkedEntry.parse((await post(at(slug, '/check'), { entry }, headers)).json);
const publish = (slug: string, body: object) => post(at(slug, '/releases'), body, headers);

describe('a product of the console', () => {
  it('is a catalogue file, with what was published of it', async () => {
    const { entry, ...product } = await read('scripted');
    expect(product).toMatchObject({ slug: 'scripted', status: 'online', release: 1 });
    expect(entry).toMatch(/^slug: scripted\nname: /);
    expect(await releases('scripted')).toMatchObject([{ number: 1, changed: [], breaking: [] }]);
    const release = (await ask(at('scripted', '/releases/1'), { headers })).json;
    expect(release).toMatchObject({ release: { number: 1 }, entry, previous: null });
    const csv = await ask(at('scripted', '/releases'), { headers: { ...headers, accept: 'text/csv' } });
    expect(csv.text).toMatch(/^number,at,author kind,author,/);
  });

  it('is for operators, and exists', async () => {
    expect(await ask(at('scripted'))).toMatchObject(problem(401, 'operator-required'));
    expect(await ask(at('absent'), { headers })).toMatchObject(problem(404, 'not-found'));
    for (const number of ['9', '0', 'x', '99999999999'])
      expect(await ask(at('scripted', `/releases/${number}`), { headers })).toMatchObject(
        problem(404, 'not-found'),
      );
  });

  it('is checked before it is published, at the lines of its faults', async () => {
    const { entry } = await read('scripted');
    const same = { mistakes: [], changed: [], breaking: [], price: null };
    expect(await check('scripted', entry)).toMatchObject(same);
    const json = JSON.stringify({ slug: 'scripted' });
    expect((await check('scripted', json)).mistakes).toContainEqual({
      ...{ line: 1, column: 1, expected: 'Expected the key "name", which is missing.' },
    });
    const broken = entry.replace(/^name: .*$/m, 'nmae: x');
    expect((await check('scripted', broken)).mistakes).toContainEqual({
      ...{ line: 2, column: 1, expected: expect.stringContaining('Expected no key "nmae". Did you mean') },
    });
    const renamed = entry.replace('slug: scripted', 'slug: another');
    expect((await check('scripted', renamed)).mistakes).toMatchObject([
      { line: 1, column: 7, expected: 'Expected the slug scripted, which a product keeps for its callers.' },
    ]);
    expect((await check('scripted', 'a: [')).mistakes).toMatchObject([
      { line: 1, expected: expect.stringMatching(/^Expected readable YAML/) },
    ]);
  });

  it('changes in the console once it is kept there, and says who, why and what breaks', async () => {
    const { entry, keptIn } = await read('patient');
    const name = entry.replace(/^name: .*$/m, 'name: Scripted anew');
    const changed = { entry: name, after: 1, reason: 'A better name' };
    expect(await publish('patient', changed)).toMatchObject({
      ...problem(422, 'validation'),
      text: expect.stringContaining(`patient is kept in ${keptIn}`),
    });
    const kept = await post(at('patient', '/owner'), { keptIn: 'console' }, headers);
    expect(kept).toMatchObject({ status: 200, json: { slug: 'patient', keptIn: 'console' } });
    expect(await publish('patient', changed)).toMatchObject({
      status: 201,
      json: { slug: 'patient', release: 2, changed: ['name'] },
    });
    // Somebody who read the first one is told, and nothing is lost.
    expect(await publish('patient', { ...changed, entry })).toMatchObject(problem(409, 'changed-meanwhile'));
    expect(await publish('patient', { entry: name, after: 2 })).toMatchObject(problem(422, 'validation'));
    const dearer = (await read('patient')).entry.replace(
      /^price:\n {2}lines:\n/m,
      '$&    - label: More\n      flat: 2\n',
    );
    const outlook = await check('patient', dearer);
    expect(outlook).toMatchObject({ mistakes: [], changed: ['price'], price: { mayCostMore: true } });
    expect(outlook.price?.after.from).toBe((outlook.price?.before.from ?? 0) + 2);
    expect(await publish('patient', { entry: dearer, after: 2 })).toMatchObject({ status: 201 });
    expect(await sendCall(inject('portalUrl'), 'patient', {}, {})).toMatchObject({
      status: 200,
      charged: 3,
    });
    expect(await releases('patient')).toMatchObject([
      { number: 3, by: { kind: 'person', name: 'Pia' }, changed: ['price'], from: 'console' },
      { number: 2, by: { id: publisher.id }, reason: 'A better name', changed: ['name'] },
      { number: 1, changed: [] },
    ]);
    const { previous } = z
      .object({ previous: z.string() })
      .parse((await ask(at('patient', '/releases/3'), { headers })).json);
    expect(previous).toContain('name: Scripted anew');
    // Back to the first, as another release.
    const { entry: first } = z
      .object({ entry: z.string() })
      .parse((await ask(at('patient', '/releases/1'), { headers })).json);
    expect(await publish('patient', { entry: first, after: 3 })).toMatchObject({ status: 201 });
    expect((await read('patient')).entry).toBe(entry);
    expect((await releases('patient')).map(({ mayCostMore }) => mayCostMore)).toEqual([
      false,
      true,
      null,
      null,
    ]);
  });

  it('is tried without charge, online or not, with what was sent and what came', async () => {
    const attempt = (slug: string, input: object) => post(at(slug, '/try'), { input }, headers);
    for (const slug of ['scripted', 'scripted-offline'])
      expect(await attempt(slug, { size: 3, note: 'ä' })).toMatchObject({
        status: 200,
        json: {
          request: {
            method: 'POST',
            url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/do$/),
            headers: expect.arrayContaining([{ name: 'content-type', value: 'application/json' }]),
            credentials: [],
            body: { text: '{"size":3,"note":"ä"}' },
          },
          reply: { status: 200, body: { text: expect.stringContaining('{') } },
          failure: null,
        },
      });
    expect(await attempt('scripted', { sice: 3 })).toMatchObject(problem(422, 'validation'));
    const failed = await attempt('scripted', { script: { status: 500 } });
    expect(failed).toMatchObject({
      status: 200,
      json: { reply: null, failure: expect.stringMatching(/500/) },
    });
    const finance = await makePerson(inject('dataFolder'), { role: 'finance' });
    expect(await post(at('scripted', '/try'), { input: {} }, finance.headers)).toMatchObject(
      problem(403, 'forbidden'),
    );
  });

  it('is published once of two at a time', async () => {
    const { entry, release } = await read('patient');
    const named = (name: string) => ({
      entry: entry.replace(/^name: .*$/m, `name: ${name}`),
      after: release,
    });
    const replies = await Promise.all(['One', 'Two', 'Three'].map((name) => publish('patient', named(name))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await read('patient')).release).toBe(release + 1);
    expect(await publish('patient', { entry, after: release + 1 })).toMatchObject({ status: 201 });
  });
});
