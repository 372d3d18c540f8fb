import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson } from '../setup/make-person.ts';
import { queueTestMail } from '../setup/queue-test-mail.ts';
import { type RunningPortal, startPortal } from '../setup/start-portal.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork } from './journey.ts';

/** Of its own, because other journeys look for the name of the portal. */
let portal: RunningPortal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal.stop());

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#1d4ed8"/><path d="m7 16 5-9 5 9z" fill="#fff"/></svg>';
const front =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300"><path d="M0 0h600v300H0z" fill="#1d4ed8"/><path d="M0 300 150 120l120 120L420 60l180 240z" fill="#93b4ff"/></svg>';
const picture = (name: string, text: string) => ({
  name,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(text),
});

/** At both widths and in both themes. */
async function everyWay(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expectNothingWider(page);
      await expectAccessible(page);
      const shots = process.env['FAREBOX_SHOTS'];
      if (shots)
        await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('an owner gives the portal a face, sees it before it is published, and everybody has it', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  await bringSession(page, (await makePerson(portal.dataFolder)).headers, portal.url);
  await page.goto('/operator/portal');
  await untilKeysWork(page);
  await everyWay(page, 'before');
  const preview = page.getByRole('img', { name: 'The first page in the light theme' });
  await expect(preview).toContainText('Farebox');

  await page.getByLabel('Name', { exact: true }).fill('Acme APIs');
  await page.getByLabel('Support contact').fill('ring us');
  await page.getByLabel('Sentence').fill('Weather, maps and money from one place.');
  await page.getByLabel('Accent colour', { exact: true }).fill('#1d4ed8');
  await page.getByLabel('Order of the catalogue').selectOption('Newest first');
  await page.getByLabel('Logo', { exact: true }).setInputFiles(picture('logo.svg', logo));
  await page.getByLabel('Picture', { exact: true }).setInputFiles(picture('front.svg', front));
  await page.getByLabel('Text', { exact: true }).fill('Maintenance on Sunday from 08:00 to 09:00 UTC.');
  await page.getByRole('button', { name: 'Add a link to the footer' }).click();
  await page.getByLabel('Footer, link 1: words').fill('Imprint');
  await page.getByLabel('Footer, link 1: address').fill('https://acme.example/imprint');
  await expect(preview).toContainText('Acme APIs');
  await expect(preview.locator('img').first()).toHaveAttribute('src', /^data:image\/svg/);
  await expect(preview.locator('img').last()).toHaveAttribute('src', /%231d4ed8.*Price%20of%20a%20call/);
  await expect(page.getByText('In the dark theme it is too dark for text')).toBeVisible();

  await page.getByRole('button', { name: /^Publish \d changes…$/ }).click();
  await expect(page.getByRole('dialog')).toContainText(/Farebox.*becomes.*Acme APIs/);
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click();
  const contact = page.getByLabel('Support contact');
  await expect(contact).toHaveAttribute('aria-invalid', 'true');
  await expect(contact).toHaveAccessibleDescription(
    'Enter a mail address, or an address that begins with https://.',
  );
  await everyWay(page, 'draft');
  await contact.fill('help@acme.example');
  await page.getByRole('button', { name: /^Publish \d changes…$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click();
  await expect(page.getByText('The portal was changed for everybody.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled();

  const guests = await browser.newContext({ baseURL: portal.url });
  const guest = await guests.newPage();
  await guest.goto('/');
  await untilKeysWork(guest);
  await expect(guest).toHaveTitle('Acme APIs: Weather, maps and money from one place');
  await expect(guest.getByRole('banner').getByRole('link', { name: 'Acme APIs' })).toBeVisible();
  await expect(guest.getByRole('main')).toContainText('Weather, maps and money from one place.');
  await expect(guest.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })).toBeVisible();
  await everyWay(guest, 'first');
  const announcement = guest.getByRole('region', { name: 'Announcement' });
  await announcement.getByRole('button', { name: 'Close the announcement' }).click();
  await expect(announcement).toBeHidden();
  await guest.goto('/sign-in');
  await untilKeysWork(guest);
  await expect(announcement).toBeHidden();
  await expect(guest.getByRole('main').getByRole('link', { name: 'help@acme.example' })).toBeVisible();
  const badge = await guest.request.get('/products/qr-code/badge.svg');
  expect(await badge.text()).toContain('#1d4ed8');

  queueTestMail(portal.dataFolder, { subject: 'Choose a password for Farebox' });
  const outbox = join(portal.dataFolder, 'outbox');
  await expect.poll(async () => (await readdir(outbox).catch(() => [])).length).toBe(1);
  const [file = ''] = await readdir(outbox);
  const mail = await readFile(join(outbox, file), 'utf8');
  expect(mail).toMatch(/^From: "?Acme APIs/m);
  expect(mail).toContain('Subject: Choose a password for Acme APIs');

  await page.goto('/operator/audit');
  await expect(page.getByText('renamed the portal from Farebox to Acme APIs')).toBeVisible();
  await guests.close();
  await context.close();
});
