import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

const slug = `imprint-${process.pid}`;
const console = '/api/operator/pages';
const page = {
  title: 'Imprint',
  text: '## Who we are\n\nA [shop](https://example.com).\n\n<script>alert(1)</script><img src="https://example.com/x.png">',
  inFooter: true,
};

let owner: TestPerson;
const save = (body: object, at = slug) => post(`${console}/${at}/versions`, body, owner.headers);
const read = async (path: string, headers = {}) => ask(path, { headers });
const html = async (path: string) => (await read(path, { accept: 'text/html' })).text;
const links = async () => (await html('/problems')).split(`href="/pages/${slug}"`).length - 1;

beforeAll(async () => {
  owner = await makePerson(inject('dataFolder'), { role: 'publisher' });
});

describe('a page of the portal', () => {
  it('is written by an operator, and read by everybody in each form', async () => {
    expect((await read(`/api/pages/${slug}`)).status).toBe(404);
    expect((await read(`/pages/${slug}`, { accept: 'text/html' })).status).toBe(404);
    expect(await links()).toBe(0);

    const made = await post(console, { slug, ...page, reason: 'The law asks for it' }, owner.headers);
    expect(made).toMatchObject({ status: 201, json: { slug, version: 1, inFooter: true } });
    expect(await post(console, { slug, ...page }, owner.headers)).toMatchObject(problem(422, 'validation'));

    expect((await read(`/api/pages/${slug}`)).json).toMatchObject({ slug, title: 'Imprint', version: 1 });
    const shown = await html(`/pages/${slug}`);
    expect(shown).toContain('Who we are</h2>');
    expect(shown).not.toMatch(/alert\(1\)<\/script>|<img[^>]*example/);
    const twin = await read(`/pages/${slug}`, { accept: 'text/markdown' });
    expect(twin.text).toContain('# Imprint');
    expect(twin.text).toContain('## Who we are');
    expect((await read(`/pages/${slug}.md`)).text).toBe(twin.text);
    expect((await read('/llms.txt')).text).toContain(`/pages/${slug}.md`);
    expect((await read('/sitemap.xml')).text).toContain(`/pages/${slug}<`);
    expect(await links()).toBe(1);
  });

  it('is saved once of two people who began at the same version; the second is told, and loses nothing', async () => {
    const first = { ...page, text: 'The first.', after: 1 };
    const saves = await Promise.all([save(first), save({ ...first, text: 'The second.' })]);
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = saves.find(({ status }) => status === 409);
    expect(lost).toMatchObject(problem(409, 'changed-meanwhile'));
    expect((await read(`/api/pages/${slug}`)).json).toMatchObject({ version: 2 });

    // What differs in nothing is no version, nor is another place.
    const { text } = z.object({ text: z.string() }).parse((await read(`/api/pages/${slug}`)).json);
    expect((await save({ ...page, text, after: 2 })).json).toMatchObject({ version: 2 });
    expect((await save({ ...page, text, inFooter: false, after: 2 })).json).toMatchObject({ version: 2 });
    expect(await links()).toBe(0);
  });

  it('keeps each version with its time, author and reason', async () => {
    const list = await read(`${console}/${slug}/versions`, owner.headers);
    expect(list.json).toMatchObject({
      list: [
        { number: 2, reason: null },
        {
          number: 1,
          title: 'Imprint',
          reason: 'The law asks for it',
          by: { id: owner.id, name: owner.name },
        },
      ],
      next: null,
    });
    expect((await read(`${console}/${slug}/versions/1`, owner.headers)).json).toMatchObject({
      ...{ text: page.text, previous: null },
    });
    expect((await read(`${console}/${slug}/versions/2`, owner.headers)).json).toMatchObject({
      previous: page.text,
    });
    expect((await read(`${console}/${slug}/versions/3`, owner.headers)).status).toBe(404);
    expect((await read(`${console}/${slug}/versions`)).status).toBe(401);
  });

  it('is refused with a sentence at its field if it is too long, too nested or in a wrong place', async () => {
    const refused: [object, string][] = [
      [{ text: 'x'.repeat(300_001) }, '/text'],
      [{ text: '> '.repeat(2_000) }, '/text'],
      [{ text: ' ' }, '/text'],
      [{ title: ' ' }, '/title'],
      [{ slug: 'new' }, '/slug'],
      [{ slug: 'No Slug' }, '/slug'],
    ];
    for (const [wrong, pointer] of refused)
      expect(await post(console, { slug: `${slug}-x`, ...page, ...wrong }, owner.headers)).toMatchObject({
        ...{ status: 422, json: { errors: [{ pointer }] } },
      });
    const viewer = await makePerson(inject('dataFolder'), { role: 'viewer' });
    expect(await post(console, { slug: `${slug}-x`, ...page }, viewer.headers)).toMatchObject(
      problem(403, 'forbidden'),
    );
  });

  it('is gone once it is deleted, but for operators, and goes on with its versions if it is made again', async () => {
    expect((await post(`${console}/${slug}/deletion`, {}, owner.headers)).json).toEqual({ slug });
    expect((await post(`${console}/${slug}/deletion`, {}, owner.headers)).status).toBe(404);
    expect((await read(`/api/pages/${slug}`)).status).toBe(404);
    expect((await read(`/pages/${slug}.md`)).status).toBe(404);
    expect((await read('/sitemap.xml')).text).not.toContain(`/pages/${slug}<`);
    expect((await save({ ...page, after: 2 })).status).toBe(404);
    const deleted = await read(`${console}?state=deleted&pageSize=1000`, owner.headers);
    expect(deleted.text).toContain(slug);
    expect((await read(`${console}/${slug}`, owner.headers)).json).toMatchObject({ version: 2 });

    expect((await post(console, { slug, ...page }, owner.headers)).json).toMatchObject({ version: 3 });
    expect((await read(`${console}/${slug}/versions`, owner.headers)).text).toContain('"number":1');
  });
});
