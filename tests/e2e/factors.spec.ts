import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson, signInBeside, testPassword } from '../setup/make-person.ts';
import { startPortal } from '../setup/start-portal.ts';
import { freePort } from '../setup/free-port.ts';
import { bringSession, expect, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const elevenMinutes = 11 * 60_000;

test.use({ refusals: [401, 403] });

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A code grows old while a busy machine sends it: then the one of that time is sent. */
async function sendCode(
  page: Page,
  { secret, steps }: { secret: string; steps: number },
  send: (code: string) => Promise<void>,
): Promise<void> {
  for (let isTaken = false; !isTaken; ) {
    const code = codeOf(secret, steps);
    const answered = page.waitForResponse((answer) => answer.request().postData()?.includes(code) === true);
    await send(code);
    isTaken = (await answered).ok();
  }
}

test('confirms, turns on a second factor, and signs in with it', async ({ page }) => {
  const ada = await makePerson(dataFolder, { signedInAt: Date.now() - elevenMinutes });
  await bringSession(page, ada.headers);
  await visit(page, '/profile');
  await page.getByRole('button', { name: 'Set up a second factor' }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByLabel('Password').fill('wrong');
  await dialog.getByLabel('Password').press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Password').fill(testPassword);
  await dialog.getByLabel('Password').press('Enter');
  await expect(dialog).toBeHidden();

  await expect(page.getByRole('img', { name: 'QR code with the secret' })).toBeVisible();
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await sendCode(page, { secret, steps: -1 }, async (code) => {
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Turn on' }).click();
  });
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  const password = async () => {
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill(testPassword);
    await page.getByLabel('Password').press('Enter');
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  };
  await password();
  await expectAccessible(page);
  await sendCode(page, { secret, steps: 0 }, async (code) => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await password();
  await page.keyboard.type(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible();
});

test('ends the other sessions after a confirmation, with nothing typed lost', { tag: '@deep' }, async ({
  page,
}) => {
  const ada = await makePerson(dataFolder, { signedInAt: Date.now() - elevenMinutes });
  await signInBeside(dataFolder, ada);
  await bringSession(page, ada.headers);
  await visit(page, '/profile');
  await page.getByLabel('Current password').fill('typed before');
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Nothing was changed: you did not confirm that it is you.')).toBeVisible();
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await dialog.getByLabel('Password').fill(testPassword);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeHidden();
  await expect(page.getByLabel('Current password')).toHaveValue('typed before');
});

test('says why a portal at an address without a name has no passkeys', { tag: '@deep' }, async ({ page }) => {
  const ada = await makePerson(dataFolder);
  await bringSession(page, ada.headers);
  await visit(page, '/profile');
  await expect(page.getByText('Passkeys need a host name')).toBeVisible();
});

test('adds a passkey, signs in with it in two ways, confirms with it, and removes it', {
  tag: '@deep',
}, async ({ browser }) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const portal = await startPortal([], undefined, { FAREBOX_URL: url }, port);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const),
    ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  };
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  try {
    const ada = await makePerson(portal.dataFolder);
    await bringSession(page, ada.headers, url);
    await page.goto('/profile');
    await untilKeysWork(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('My laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'My laptop' });
    await expect(row.getByText('not used yet')).toBeVisible();
    await expectAccessible(page);

    // Offered in the field: the virtual device chooses at once.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(row.getByText('last used')).toBeVisible();

    // And with the button.
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expectAccessible(page);
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

    const old = await signInBeside(portal.dataFolder, ada, { signedInAt: Date.now() - elevenMinutes });
    await bringSession(page, old, url);
    await page.reload();
    await untilKeysWork(page);
    await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(row).toBeHidden();
  } finally {
    await context.close();
    await portal.stop();
  }
});
