import type { Browser, Page } from '@playwright/test';
import { freePort } from '../setup/free-port.ts';
import { startPortal } from '../setup/start-portal.ts';
import { type Hands, keyboard, pointer } from './hands.ts';
import { deepUnless, expect, test, untilKeysWork } from './journey.ts';

const password = 'brolly tunnel waxing 77';
const key = /^fb_\w{30,}$/;

/** Somebody who uses their browser, and a portal that was started with nothing in it. */
interface Somebody {
  page: Page;
  hands: Hands;
  url: string;
}

const button = ({ page, hands }: Somebody, name: string) =>
  hands.press(page.getByRole('button', { name, exact: true }));
const link = (
  { page, hands }: Somebody,
  within: 'main' | 'Portal' | 'Console' | 'Usage by',
  name: string,
) => {
  const place =
    within === 'main' ? page.getByRole('main') : page.getByRole('navigation', { name: within, exact: true });
  return hands.press(place.getByRole('link', { name, exact: true }).first());
};
const heading = async ({ page }: Somebody, name: string) => {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await untilKeysWork(page);
};

async function enter(somebody: Somebody, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values))
    await somebody.hands.fill(somebody.page.getByLabel(label, { exact: true }), text);
}

/** A browser of their own, with a device that keeps passkeys. */
async function openBrowser(browser: Browser, hands: Hands, url: string): Promise<Somebody> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const),
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { page, hands, url };
}

async function becomeOperator(grace: Somebody, setupLink: string): Promise<void> {
  await grace.page.goto(setupLink);
  await untilKeysWork(grace.page);
  await enter(grace, { Name: 'Grace Hopper', Email: 'grace@example.com', Password: password });
  await button(grace, 'Create operator');
  await heading(grace, 'Overview');
  await grace.hands.press(grace.page.getByRole('link', { name: /^Protect your sign-in/ }));
  await heading(grace, 'Profile');
  await button(grace, 'Add a passkey');
  await enter(grace, { 'Name of the passkey': 'Laptop' });
  await button(grace, 'Add passkey');
  await expect(grace.page.getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText('not used yet');
  await button(grace, 'Sign out');
  // The device offers the passkey in the field, and its owner takes it.
  await link(grace, 'main', 'Sign in');
  await heading(grace, 'Profile');
}

/** Returns the link with which somebody joins the account that was made. */
async function makeAccountWithCredits(grace: Somebody): Promise<string> {
  await link(grace, 'Portal', 'Console');
  await heading(grace, 'Overview');
  await link(grace, 'Console', 'Accounts');
  await heading(grace, 'Accounts');
  await button(grace, 'New account…');
  await enter(grace, { Name: 'Acme' });
  await button(grace, 'Create account');
  await heading(grace, 'Acme');
  await button(grace, 'Add credits…');
  await enter(grace, { Credits: '500', Reason: 'Order 17' });
  await button(grace, 'Add 500 credits');
  await expect(grace.page.getByText('500 credits available now')).toBeVisible();
  await button(grace, 'Invite…');
  await button(grace, 'Invite');
  const invitation = await grace.page.getByRole('dialog').getByText('/join#').innerText();
  await button(grace, 'Close');
  return invitation;
}

async function join(somebody: Somebody, invitation: string, name: string): Promise<void> {
  await somebody.page.goto(invitation);
  await untilKeysWork(somebody.page);
  await enter(somebody, { Name: name, Email: `${name.toLowerCase()}@example.com`, Password: password });
  await button(somebody, 'Join');
  await heading(somebody, 'Members');
}

async function inviteMember(ada: Somebody): Promise<string> {
  await button(ada, 'Invite');
  await button(ada, 'Create invitation');
  const invitation = await ada.page.getByText('/join#').innerText();
  await button(ada, 'Close');
  return invitation;
}

async function makeKey(bob: Somebody): Promise<string> {
  await link(bob, 'Portal', 'Keys');
  await untilKeysWork(bob.page);
  await button(bob, 'Create API key');
  await enter(bob, { Name: 'Program', Total: '5' });
  await button(bob, 'Create key');
  const made = await bob.page.getByText(key).innerText();
  await button(bob, 'I have saved it');
  return made;
}

/** Bob's program calls until it may no more. Returns what it spent, and what it was told then. */
async function callUntilCapped({ page }: Somebody, apiKey: string): Promise<{ spent: number; told: string }> {
  let spent = 0;
  for (let calls = 0; calls < 20; calls += 1) {
    const answer = await page.request.post('/api/product/developer/call/qr-code', {
      data: { text: `https://example.com/${calls}` },
      headers: { authorization: `Bearer ${apiKey}` },
    });
    if (answer.status() !== 200) return { spent, told: await answer.text() };
    spent += Number(answer.headers()['farebox-credits-charged']);
  }
  throw new Error('The cap was not met.');
}

async function seeWhoDidWhat(grace: Somebody, spent: number): Promise<void> {
  const { page } = grace;
  await link(grace, 'Console', 'Audit');
  await heading(grace, 'Audit log');
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
  await expect(entry('Order 17')).toContainText('Grace Hopper added 500 credits to Acme');
  await expect(entry('Ada invited a new ')).toBeVisible();
  await expect(entry('Bob created the API key Program')).toBeVisible();
  await link(grace, 'Console', 'Calls');
  await heading(grace, 'Calls');
  await expect(page.getByRole('row').filter({ hasText: 'Acme' }).first()).toContainText('Charged');
  await link(grace, 'Console', 'Accounts');
  await link(grace, 'main', 'Acme');
  await heading(grace, 'Acme');
  await link(grace, 'Usage by', 'By member');
  const used = page
    .getByRole('region', { name: 'Usage, last 31 days' })
    .getByRole('row')
    .filter({ hasText: 'Bob' });
  await expect(used).toContainText(`${spent}`);
}

for (const [how, hands] of Object.entries({ 'with a pointer': pointer, 'by keyboard alone': keyboard })) {
  test(
    `from the printed link to a charged call and its author, ${how}`,
    deepUnless(hands === pointer),
    async ({ browser }) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const portal = await startPortal([], undefined, { FAREBOX_URL: '' }, port);
      try {
        const grace = await openBrowser(browser, hands, url);
        const printed = /no operator yet: (\S+)/;
        await expect.poll(portal.output).toMatch(printed);
        await becomeOperator(grace, printed.exec(portal.output())?.[1] ?? '');
        const ada = await openBrowser(browser, hands, url);
        await join(ada, await makeAccountWithCredits(grace), 'Ada');
        const bob = await openBrowser(browser, hands, url);
        await join(bob, await inviteMember(ada), 'Bob');
        const { spent, told } = await callUntilCapped(bob, await makeKey(bob));
        expect(spent).toBeGreaterThan(0);
        expect(spent).toBeLessThanOrEqual(5);
        expect(told).toContain('over-cap');
        await expect(bob.page.getByRole('listitem').filter({ hasText: 'Program' })).toContainText('of Bob');
        await seeWhoDidWhat(grace, spent);
      } finally {
        await portal.stop();
      }
    },
  );
}
