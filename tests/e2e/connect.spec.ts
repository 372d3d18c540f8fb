import { createAccount, inviteToAccount } from '../../cli/work/accounts.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { bringSession, expect, expectNothingWider, test, visit } from './journey.ts';
import type { Page } from '@playwright/test';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const clients = [
  'Claude Code', 'Codex', 'Cursor', 'VS Code', 'Gemini CLI', 'mcp-remote', 'TypeScript', 'Python',
]; // biome-ignore format: a list

function linesFor(page: Page, client: string) {
  return page.getByRole('group', { name: `Setup for ${client}` });
}

test('a guest reads the lines for every client, and sees what it would see', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await visit(page, '/products/scripted?tab=use');
  await page.getByRole('link', { name: 'Connect an agent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an agent' })).toBeVisible();
  await expect(linesFor(page, 'claude.ai')).toHaveText(/\/mcp\?products=scripted&sign-in=1$/);
  const first = page.getByRole('tab', { name: 'claude.ai' });
  await first.focus();
  await first.press('ArrowRight');
  await expect(linesFor(page, 'ChatGPT')).toHaveText(/&sign-in=1$/);
  for (const client of clients) {
    await page.getByRole('tab', { name: client }).click();
    await expect(linesFor(page, client)).toContainText('/mcp?products=scripted');
  }
  await page.getByRole('tab', { name: 'Cursor' }).click();
  await expect(page.getByRole('link', { name: 'Install in Cursor' })).toHaveAttribute('href', /^cursor:/);
  await expect(page.getByText(/Bearer/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show what the client sees' }).click();
  const tools = page.getByRole('list', { name: 'Tools' }).getByRole('listitem');
  await expect(tools).toHaveCount(8);
  await expect(tools.last()).toHaveText(/^scripted.*0 to 1,000 credits a call$/);
  await expectAccessible(page);
  await expectNothingWider(page);
});

test('a member gives an agent a key with limits, which the client then has', async ({ page }) => {
  const account = `Agents ${Math.random().toString(36).slice(2, 8)}`;
  await createAccount(account, 345, undefined);
  const link = await inviteToAccount({ account, role: 'owner' });
  const { headers } = await makePerson(dataFolder, { role: null, name: 'Ada Lovelace' });
  await bringSession(page, headers);
  expect((await page.request.post('/api/join', { data: { token: link.split('#')[1] } })).status()).toBe(204);

  await visit(page, '/keys');
  await page.getByRole('link', { name: 'Connect an agent' }).click();
  const look = page.getByRole('button', { name: 'Show what the client sees' });
  await expect(look).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Claude at home');
  await page.getByLabel('Credits per day').fill('20');
  await page.getByLabel('Credits in total').fill('50');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('It is shown only once')).toBeVisible();
  // Shown for every client, because the lines of those that sign in contain no key.
  await expect(page.getByText(/^fb_\w{20,}$/)).toBeVisible();
  await expectAccessible(page);
  for (const client of clients) {
    await page.getByRole('tab', { name: client }).click();
    await expect(linesFor(page, client)).toContainText(/Bearer fb_\w{20,}/);
  }
  await page.getByRole('tab', { name: 'Claude Code' }).click();
  const line = linesFor(page, 'Claude Code');
  await expect(line).toContainText(/Authorization: Bearer fb_\w{20,}/);
  // All of the key is seen.
  expect(await line.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
  await look.click();
  await expect(page.getByText('You can spend 20 credits.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNothingWider(page);

  const [, key = ''] = /Bearer (fb_\w+)/.exec((await line.textContent()) ?? '') ?? [];
  const call = await page.request.post('/api/product/developer/call/scripted', {
    headers: { authorization: `Bearer ${key}` },
    data: { size: 21 },
  });
  expect(await call.json()).toMatchObject({ code: 'over-cap', cap: 20, limitOf: { name: 'Claude at home' } });
  await visit(page, '/keys');
  await expect(page.getByText('Claude at home', { exact: true }).first()).toBeVisible();
});
