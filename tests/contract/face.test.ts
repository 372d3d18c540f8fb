import { beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { defaultFace } from '../../lib/face/face.ts';
import { shownFace } from '../../lib/face/stored-face.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { ask, post, send } from './ask.ts';

let owner: TestPerson;
beforeAll(async () => {
  owner = await makePerson(inject('dataFolder'));
});

const address = '/api/operator/portal';
const read = async () => shownFace.parse((await ask(address, { headers: owner.headers })).json);

/** Other tests of the portal look for its name and what it says of its operator: both stay. */
async function change(changes: object) {
  const { version: after, pictures: _, announcement, ...texts } = await read();
  const told = announcement && { text: announcement.text, link: announcement.link };
  return post(address, { ...texts, announcement: told, after, ...changes }, owner.headers);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>';
const base64 = (text: string) => Buffer.from(text).toString('base64');

it('an owner changes the face as a whole, and the answer says what of the colour is not as it was sent', async () => {
  const footerLinks = [{ text: 'Imprint', address: 'https://acme.example/imprint' }];
  const announcement = { text: 'Maintenance on Sunday', link: { text: 'More', address: '/docs' } };
  const before = await read();
  const { status, json } = await change({ footerLinks, announcement, accent: '#FFD400' });
  expect({ status, json }).toEqual({
    status: 200,
    json: {
      version: before.version + 1,
      notes: [expect.stringContaining('In the light theme it is too pale')],
    },
  });
  const after = await read();
  expect(after).toMatchObject({ footerLinks, announcement, accent: '#ffd400', name: defaultFace.name });
  expect((await change({ announcement: { ...announcement, text: 'It is over' } })).status).toBe(200);
  expect((await read()).announcement?.id).not.toBe(after.announcement?.id);
  expect((await change({ footerLinks: [], announcement: null, accent: '' })).status).toBe(200);
});

it('of two changes of one version, the second is refused and changes nothing', async () => {
  const { version: after } = await read();
  expect((await change({ after, showsName: false })).status).toBe(200);
  const second = await change({ after, accent: '#123456' });
  expect(second).toMatchObject(problem(409, 'changed-meanwhile'));
  expect(await read()).toMatchObject({ accent: '', showsName: false });
  expect((await change({ showsName: true })).status).toBe(200);
});

it('pictures are served from their own address, as they were checked, and can be taken away', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d494844520000004000000040', 'hex');
  const pictures = { logo: base64(`<!-- by hand -->${svg}`), icon: png.toString('base64') };
  expect((await change({ pictures })).status).toBe(200);
  const { pictures: known } = await read();
  expect(known).toMatchObject({ logo: { type: 'image/svg+xml', ratio: 2 }, icon: { type: 'image/png' } });
  const picture = `/face/logo?v=${known.logo?.digest}`;
  const logo = await send(picture, 'GET', {});
  expect([logo.status, logo.text, logo.headers['content-type']]).toEqual([200, svg, 'image/svg+xml']);
  expect(logo.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/);
  expect(logo.headers['x-content-type-options']).toBe('nosniff');
  expect(logo.headers['cache-control']).toContain('immutable');
  const again = await send(picture, 'GET', { 'if-none-match': logo.headers['etag'] ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await send('/face/logo?v=other', 'GET', {})).headers['cache-control']).toBe('no-cache');
  // A change of anything else leaves them.
  expect((await change({ showsName: true })).status).toBe(200);
  expect((await read()).pictures).toEqual(known);
  expect((await change({ pictures: { logo: null, icon: null } })).status).toBe(200);
  expect((await read()).pictures).toEqual({});
  expect((await send(picture, 'GET', {})).status).toBe(404);
});

it('a picture that runs something is refused at its field, and nothing is changed', async () => {
  const before = await read();
  const logo = base64(svg.replace('<path', '<script>alert(1)</script><path'));
  const refused = await change({ accent: '#123456', pictures: { logo } });
  expect(refused).toMatchObject(problem(422, 'validation'));
  expect(
    z.object({ errors: z.array(z.object({ pointer: z.string() })) }).parse(refused.json).errors,
  ).toMatchObject([{ pointer: '/pictures/logo' }]);
  expect(await read()).toEqual(before);
});

it('nobody but owners reads or changes it', async () => {
  const publisher = await makePerson(inject('dataFolder'), { role: 'publisher' });
  expect((await ask(address, { headers: publisher.headers })).status).toBe(403);
  expect((await post(address, {}, publisher.headers)).status).toBe(403);
});
