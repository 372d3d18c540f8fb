import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { deepUnless, expectNothingWider } from './journey.ts';
import { sampleReplies } from '../setup/sample-replies.ts';
import { expect, test } from './reply-journey.ts';

/** The beginning of an image that says that it is huge. */
function hugePng(): Uint8Array {
  const head = Buffer.alloc(64);
  head.write('89504e470d0a1a0a0000000d49484452', 0, 'hex');
  head.writeUInt32BE(60_000, 16);
  head.writeUInt32BE(60_000, 20);
  return head;
}

/** Ten levels, in each of which ten stand for the level below. */
function svgBomb(): string {
  const levels = Array.from(
    { length: 10 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg"><rect id="l0" width="1" height="1"/>${levels.join('')}</svg>`;
}

const reply = (page: Page) => page.getByRole('region', { name: 'Reply', exact: true });
const said = (page: Page) => reply(page).getByRole('status').last();
const tree = (page: Page) => page.getByRole('tree', { name: 'Values of the reply' });
const active = (page: Page) => tree(page).getByRole('treeitem', { selected: true });

test.describe('JSON', () => {
  test('is a tree that is walked with the keyboard alone', async ({ page, show }) => {
    await show('application/json', '{"a": {"b": [1, 2]}, "big": 12345678901234567890, "z": null}');
    await tree(page).focus();
    await expect(active(page)).toHaveText('{ 3 keys }');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(7);
    await page.keyboard.press('ArrowDown');
    await expect(active(page)).toHaveText('a:{ 1 key }');
    await expect(active(page)).toHaveAttribute('aria-level', '2');
    await expect(active(page)).toHaveAttribute('aria-setsize', '3');
    await page.keyboard.press('ArrowLeft');
    await expect(active(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(4);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(active(page)).toHaveText('b:[ 2 items ]');
    await page.keyboard.press('End');
    await expect(active(page)).toHaveText('z:null');
    await page.keyboard.press('b');
    await expect(active(page)).toHaveText('b:[ 2 items ]');
    await page.keyboard.press('b');
    await expect(active(page)).toHaveText('big:12345678901234567890');
    await expect(page.getByText('$.big', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(active(page)).toHaveText('{ 3 keys }');
    await page.keyboard.press('Enter');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(1);
  });

  test('is searched, and what was found is counted and stepped through', async ({ page, show }) => {
    await show(
      'application/json',
      JSON.stringify({ fare: 1, deep: [{ x: [{ Fare: 'a' }] }, { y: 'no fare' }] }),
    );
    await page.getByRole('button', { name: 'Close all' }).click();
    await expect(tree(page).getByRole('treeitem')).toHaveCount(1);
    const search = page.getByRole('searchbox', { name: 'Find a key or value in the reply' });
    await search.fill('FARE');
    await expect(page.getByText('1 of 3')).toBeVisible();
    await expect(active(page)).toHaveText('fare:1');
    await search.press('Enter');
    await expect(page.getByText('2 of 3')).toBeVisible();
    await expect(active(page)).toHaveText('Fare:"a"');
    await search.press('Enter');
    await search.press('Enter');
    await expect(page.getByText('1 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Previous match' }).click();
    await expect(active(page)).toHaveText('y:"no fare"');
    await search.fill('nowhere');
    await expect(page.getByText('No matches', { exact: true })).toBeVisible();
  });

  test('gives its values, its paths and the whole of it away', { tag: '@deep' }, async ({
    page,
    show,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const text = '{"list": [{"odd key": "line\\nbreak"}], "big": 12345678901234567890}';
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await show('application/json', text);
    await tree(page).getByRole('treeitem').filter({ hasText: 'odd key' }).last().click();
    await page.getByRole('button', { name: 'Copy path' }).click();
    await expect.poll(clipboard).toBe('$.list[0]["odd key"]');
    await page.getByRole('button', { name: 'Copy value' }).click();
    await expect.poll(clipboard).toBe('line\nbreak');
    await reply(page).getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(clipboard).toBe(text);
  });

  test('of five megabytes leaves the page awake and small', { tag: '@deep' }, async ({ page, show }) => {
    const list = Array.from({ length: 60_000 }, (_, id) => ({
      id,
      name: `Person ${id}`,
      tags: ['a', 'b'],
      score: id / 7,
    }));
    await show('application/json', JSON.stringify(list));
    await expect(tree(page)).toBeVisible();
    await page.getByRole('searchbox').fill('Person 54321');
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(active(page)).toHaveText('name:"Person 54321"');
    await expect(active(page)).toBeInViewport();
    await expect(page.getByText('$[54321].name', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await tree(page).getByRole('treeitem').count()).toBeLessThan(100);
    await tree(page).focus();
    await page.keyboard.press('End');
    await expect(active(page)).toBeInViewport();
  });

  test('that breaks is text, with the place where it does', { tag: '@deep' }, async ({ page, show }) => {
    await show('application/json', '{"a": 1,\n "b": [1,, 2]}');
    await expect(page.getByText('Line 2, column 10: expected a value, found ","')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Text of the reply' })).toContainText('{"a": 1,');
  });
});

test.describe('other kinds', () => {
  test('an image says how large it is, and is saved under its name', async ({ page, show }) => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#f008' } })
      .png()
      .toBuffer();
    await show('image/png', png, { 'content-disposition': 'inline; filename="../a chart.png"' });
    await expect(page.getByRole('img', { name: 'Reply as an image of 30 × 20 pixels' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('a chart.png');
  });

  test('what is no image says so, and its bytes can be seen', { tag: '@deep' }, async ({ page, show }) => {
    await show('image/png', '<!doctype html><script>alert(1)</script>');
    await expect(page.getByText('Your browser cannot show this image.')).toBeVisible();
    await page.getByRole('tab', { name: 'Image' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Bytes' })).toBeFocused();
    await expect(
      page.getByRole('cell', { name: '3c 21 64 6f 63 74 79 70 65 20 68 74 6d 6c 3e 3c' }),
    ).toBeVisible();
  });

  for (const [what, contentType, body, sentence] of [
    ['an image', 'image/png', hugePng(), 'The image has 60,000 × 60,000 pixels, which is too large to show.'],
    ['a drawing', 'image/svg+xml', svgBomb(), 'The drawing has more than 50,000 elements'],
  ] as const) {
    test(
      `${what} that would stop the page is not shown`,
      deepUnless(what === 'a drawing'),
      async ({ page, show }) => {
        await show(contentType, body);
        await expect(page.getByText(sentence)).toBeVisible();
        await expect(page.getByRole('img')).toHaveCount(0);
      },
    );
  }

  test('a table has its columns, and more rows when asked for', { tag: '@deep' }, async ({ page, show }) => {
    await show('text/csv', `name;fare\n${'"a;b";1\n'.repeat(300)}`);
    const table = page.getByRole('region', { name: 'Table of the reply' });
    await expect(table.getByRole('columnheader')).toHaveText(['name', 'fare']);
    await expect(table.getByRole('row')).toHaveCount(201);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(table.getByRole('row')).toHaveCount(301);
    await expect(page.getByText('300 rows.')).toBeVisible();
  });

  test('a long text comes in parts, with its lines numbered', { tag: '@deep' }, async ({ page, show }) => {
    await show('text/plain', Array.from({ length: 3_000 }, (_, index) => `row ${index + 1}`).join('\n'));
    await expect(page.getByText('row 2000', { exact: true })).toBeAttached();
    await expect(page.getByText('row 2001', { exact: true })).not.toBeAttached();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByText('row 3000', { exact: true })).toBeAttached();
    await page.getByRole('checkbox', { name: 'Line numbers' }).check();
    await expect(page.locator('[data-line="3000"]')).toHaveText('row 3000');
  });

  test('headers are there when asked for', { tag: '@deep' }, async ({ page, show }) => {
    await show('text/plain', 'x', { 'farebox-call-id': 'call-7' });
    await expect(page.getByRole('row', { name: 'farebox-call-id call-7' })).not.toBeVisible();
    await reply(page).locator('summary').click();
    await expect(page.getByRole('row', { name: 'farebox-call-id call-7' })).toBeVisible();
  });

  test('nothing at all is said to be nothing', { tag: '@deep' }, async ({ page, show }) => {
    await show('text/plain', '');
    await expect(page.getByText('The reply has no body')).toBeVisible();
    await expect(said(page)).toHaveText('Reply complete, empty');
  });
});

test.describe('while it arrives', () => {
  const chunk = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;

  test('text and events show, and its end is announced once', async ({ page, replyPage }) => {
    let finish = () => {};
    replyPage.reply((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write(chunk('Once upon') + chunk(' a time'));
      finish = () => void outgoing.end(`${chunk('.')}data: [DONE]\n\n: farebox-receipt {"charged":3}\n\n`);
    });
    await page.goto('/');
    const text = page.getByRole('region', { name: 'Text of the reply' });
    await expect(text).toHaveText('Once upon a time');
    await expect(page.getByRole('list').getByRole('listitem')).toHaveCount(2);
    await expect(said(page)).toBeEmpty();
    finish();
    await expect(text).toHaveText('Once upon a time.');
    await expect(said(page)).toHaveText(/^Reply complete, \d+ bytes, event stream$/);
    await expect(page.locator('body')).toHaveAttribute('data-receipt', '{"charged":3}');
  });

  test('it is followed to its end, until the reader scrolls up', { tag: '@deep' }, async ({
    page,
    replyPage,
  }) => {
    let send = (_text: string) => {};
    replyPage.reply((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write(chunk('line\n'.repeat(80)));
      send = (text) => void outgoing.write(chunk(text));
    });
    await page.goto('/');
    const text = page.getByRole('region', { name: 'Text of the reply' });
    const left = () => text.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);
    await expect.poll(left).toBeLessThan(2);
    send('more\n'.repeat(20));
    await expect(text).toContainText('more');
    await expect.poll(left).toBeLessThan(2);
    await text.evaluate((one) => one.scrollTo(0, 100));
    await expect(page.getByRole('button', { name: 'Follow the end' })).toBeVisible();
    send('further\n'.repeat(20));
    await expect(text).toContainText('further');
    expect(await text.evaluate((one) => one.scrollTop)).toBe(100);
    await page.getByRole('button', { name: 'Follow the end' }).click();
    await expect.poll(left).toBeLessThan(2);
  });

  test('a connection that breaks leaves what came', async ({ page, replyPage }) => {
    let breakOff = () => {};
    replyPage.reply((incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write(chunk('Half of'));
      breakOff = () => void incoming.socket.destroy();
    });
    await page.goto('/');
    const text = page.getByRole('region', { name: 'Text of the reply' });
    await expect(text).toHaveText('Half of');
    breakOff();
    await expect(page.getByText('The connection was lost before the reply was complete.')).toBeVisible();
    await expect(text).toHaveText('Half of');
    await expect(said(page)).toHaveText(/^Reply broken off/);
  });

  test('it is stopped when it is told to', { tag: '@deep' }, async ({ page, replyPage }) => {
    replyPage.reply(
      (_incoming, outgoing) => void outgoing.writeHead(200, { 'content-type': 'text/plain' }).write('half'),
    );
    await page.goto('/');
    await expect(page.getByText('Receiving the reply…')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('You stopped the reply before it was complete.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Text of the reply' })).toHaveText('half');
  });

  test('a stream that the portal had to end says why', { tag: '@deep' }, async ({ page, show }) => {
    await show(
      'text/event-stream',
      'data: a\n\nevent: error\ndata: {"type":"/problems/upstream-timeout","code":"upstream-timeout","charged":1}\n\n',
    );
    await expect(page.getByRole('link', { name: 'upstream-timeout' })).toHaveAttribute(
      'href',
      '/problems/upstream-timeout',
    );
  });
});

const samples = Object.entries(await sampleReplies());
for (const [what, isJson] of Object.entries({ JSON: true, 'every other kind': false })) {
  test(
    `${what} has nothing that axe finds, and is never wider than the screen`,
    deepUnless(isJson),
    async ({ page, show }) => {
      const shown = samples.filter(([name]) => (name === 'json') === isJson);
      for (const [name, { contentType, body }] of shown)
        await test.step(name, async () => {
          await show(contentType, body, { 'x-long': 'long'.repeat(500) });
          await expect(said(page)).toHaveText(/^Reply complete/);
          await reply(page).locator('summary').first().click();
          for (const width of [390, 768, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            await expectNothingWider(page);
          }
          await expectAccessible(page, (axe) => axe.include('#reply').exclude('iframe'));
        });
    },
  );
}
