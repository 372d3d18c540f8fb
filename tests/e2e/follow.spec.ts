import { createServer } from 'node:http';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

const operation = (summary: string, parameters: object[] = []) => ({
  get: { summary, parameters, responses: { '200': { description: 'Done.' } } },
});
const field = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema });

test('an operator looks for a newer version, sees what breaks callers beside what was, and takes it', async ({
  page,
}) => {
  const title = `Ferries ${Math.random().toString(36).slice(2)}`;
  let document: object;
  const answer = (version: string, paths: object) => {
    document = { openapi: '3.1.0', info: { title, version }, servers: [{ url: upstream }], paths };
  };
  const server = createServer((_request, response) => response.end(JSON.stringify(document)));
  const address = `http://127.0.0.1:${await listenOnLoopback(server)}/openapi.json`;
  const limit = { type: 'integer', maximum: 100, example: 3 };
  answer('1', { '/ferries': operation('List ferries', [field('limit', limit)]), '/gone': operation('Gone') });

  await bringSession(page, (await makePerson(dataFolder, { role: 'publisher' })).headers);
  await visit(page, '/operator/imports');
  await untilKeysWork(page);
  await page.getByLabel('Address of the document').fill(address);
  await page.getByRole('button', { name: 'Read the document' }).click();
  await page.getByRole('button', { name: 'Put 2 online …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put 2 online' }).click();
  await expect(page.getByRole('heading', { name: '2 products: 2 online, 0 offline' })).toBeVisible();

  await page.getByRole('link', { name: 'Its API' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  await page.getByRole('button', { name: 'Look daily' }).click();
  await expect(page.getByText('The portal looks there every day')).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  await page.getByRole('button', { name: 'Look for a newer version' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is newer' })).toBeVisible();
  await expect(page.getByText('byte for byte the one that was read before')).toBeVisible();
  await expectAccessible(page);

  answer('2', {
    '/ferries': operation('List ferries', [
      field('limit', { ...limit, maximum: 10 }),
      field('port', { type: 'string', example: 'Kiel' }, true),
    ]),
    '/ports': operation('List ports'),
  });
  await page.getByRole('link', { name: `Back to ${title}` }).click();
  await page.getByRole('button', { name: 'Look for a newer version' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Newer version of ${title}` })).toBeVisible();
  await expect(
    page.getByText('1 operation changed, 1 is new, 1 is gone; 2 break callers').first(),
  ).toBeVisible();
  await expect(
    page.getByText('Breaks callers: "port" is new and required; "limit" is at most 10 (was 100)'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Compare of GET /ferries' }).click();
  const fields = page.getByRole('table', { name: 'Fields of List ferries that differ' });
  await expect(fields.getByRole('row', { name: /^limit/ })).toContainText(
    /integer, at most 100.*integer, at most 10/s,
  );
  await expect(fields.getByRole('row', { name: /^port/ })).toContainText('string, required');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Take 3 operations …' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Take 3 operations' }).click();
  await expect(page.getByRole('heading', { name: '3 products: 1 online, 2 offline' })).toBeVisible();
  // What was taken is shown, also after a reload, and nothing is left to take.
  for (const _ of ['at once', 'reloaded']) {
    await expect(page.getByRole('row', { name: /List ferries Changed, online/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take 3 operations …' })).toHaveCount(0);
    await expect(page.getByText('No operations match.')).toHaveCount(0);
    await page.reload();
  }
  await page.getByRole('link', { name: 'Its API' }).click();
  await expect(page.getByText('1 online')).toBeVisible();
  await expect(page.getByText('Nothing is newer: looked')).toBeVisible();
  await expectNothingWider(page);
  server.close();
});
