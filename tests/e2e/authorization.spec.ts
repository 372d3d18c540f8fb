import type { APIRequestContext, Page } from '@playwright/test';
import { createAccount, inviteToAccount, setSuspension } from '../../cli/work/accounts.ts';
import { expectAccessible } from '../setup/expect-accessible.ts';
import { makePerson, testPassword } from '../setup/make-person.ts';
import { expect, test, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';

test.use({ refusals: [400, 401, 404, 422] });

/** Somebody with an account, who is signed out. */
async function makePayer(request: APIRequestContext) {
  const name = `Team ${Math.random().toString(36).slice(2, 8)}`;
  await createAccount(name, 100, undefined);
  const token = (await inviteToAccount({ account: name, role: 'owner' })).split('#')[1];
  const person = await makePerson(dataFolder, { role: null });
  const joined = await request.post('/api/join', { data: { token }, headers: person.headers });
  expect(joined.status()).toBe(204);
  return { ...person, account: name };
}

/** The page to which a client sends the browser. It comes back to a page of the portal, where nothing else is asked for. */
async function askingAddress(request: APIRequestContext, baseURL: string | undefined, more = {}) {
  const redirect_uri = `${baseURL}/docs`;
  const registered = await request.post('/oauth/register', {
    data: { client_name: 'Travel agent', redirect_uris: [redirect_uri] },
  });
  const { client_id } = Object(await registered.json());
  const asked = {
    ...{ client_id, redirect_uri, response_type: 'code', state: 'mine', code_challenge: 'c'.repeat(43) },
    ...{ code_challenge_method: 'S256', resource: `${baseURL}/mcp`, ...more },
  };
  return `/oauth/authorize?${new URLSearchParams(asked)}`;
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(testPassword);
  await page.getByLabel('Password').press('Enter');
}

test('a person signs in, gives an agent a budget by keyboard, and revokes it', { tag: '@phone' }, async ({
  page,
  request,
  baseURL,
}) => {
  const payer = await makePayer(request);
  await visit(page, await askingAddress(request, baseURL));
  await expect(page.getByText('Sign in to see which one.')).toBeVisible();
  await expectAccessible(page);
  await signIn(page, payer.email);

  await expect(page.getByText('Travel agent wants to make calls with your credits.')).toBeVisible();
  await expect(page.getByLabel('Account that pays')).toHaveText(payer.account);
  await expectAccessible(page);
  await page.getByLabel('Only these products').fill('nowhere');
  await page.getByRole('textbox', { name: 'Per day' }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('20');
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await expect(page.getByText('There is no product with the id or slug "nowhere".')).toBeVisible();
  await page.getByLabel('Only these products').fill('scripted');
  // A list that scrolls is no stop of its own.
  await expect(page.getByRole('option').nth(5)).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Allow' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\?code=fbc_\w+&state=mine&iss=/);

  await visit(page, '/keys');
  const key = page.getByRole('listitem').filter({ hasText: 'Travel agent' });
  await expect(key).toContainText('Agent');
  await expect(key.getByRole('meter', { name: 'Today' })).toHaveAttribute(
    'aria-valuetext',
    '0 of 20 credits',
  );
  await expect(key).toContainText('Only calls scripted');
  await expect(key.getByRole('button', { name: 'Rotate' })).toBeHidden();
  await expectAccessible(page);
  await key.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(key).toContainText('Revoked');
});

test('a person denies it, and a wrong request says why', { tag: '@deep' }, async ({
  page,
  request,
  baseURL,
}) => {
  const payer = await makePayer(request);
  await visit(page, await askingAddress(request, baseURL));
  await signIn(page, payer.email);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(/\/docs\?error=access_denied&state=mine&iss=/);

  await visit(page, await askingAddress(request, baseURL, { resource: 'https://example.com/mcp' }));
  await expect(
    page.getByRole('alert').filter({ hasText: 'The only resource of this portal is' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go back to the agent' }).click();
  await page.waitForURL(/\/docs\?error=invalid_target/);

  const redirect_uri = 'https://example.com/';
  await visit(page, await askingAddress(request, baseURL, { redirect_uri }));
  await expect(page.getByText('redirect_uri is not one of the addresses of the client.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go back to the agent' })).toBeHidden();
});

test('the request waits in the tab while a person signs in elsewhere', { tag: '@deep' }, async ({
  page,
  request,
  baseURL,
}) => {
  const payer = await makePayer(request);
  await visit(page, '/oauth/authorize');
  await expect(page.getByText('Add this portal to your agent')).toBeVisible();
  await visit(page, await askingAddress(request, baseURL));
  await expect(page.getByText('Sign in to see which one.')).toBeVisible();
  // As an issuer sends the browser back.
  await visit(page, '/oauth/authorize');
  await signIn(page, payer.email);
  await expect(page.getByText('Travel agent wants to make calls with your credits.')).toBeVisible();
});

test('a suspended account is not chosen, and a person hands over to another', {
  tag: ['@deep', '@phone'],
}, async ({ page, request, baseURL }) => {
  const payer = await makePayer(request);
  const other = await makePayer(request);
  const token = (await inviteToAccount({ account: payer.account, role: 'owner' })).split('#')[1];
  await request.post('/api/join', { data: { token }, headers: other.headers });
  await setSuspension(payer.account, true, undefined);
  await visit(page, await askingAddress(request, baseURL));
  await signIn(page, payer.email);
  await expect(page.getByText(`Suspended: ${payer.account}. You have no other account`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Keys' }).last()).toHaveAttribute('href', '/keys');
  await page.getByRole('link', { name: 'Sign in as somebody else' }).click();
  await signIn(page, other.email);
  const select = page.getByLabel('Account that pays');
  await expect(select.getByRole('option', { name: `${payer.account} (suspended)` })).toBeDisabled();
  await expect(select.getByRole('option', { selected: true })).toHaveText(other.account);
  await expectAccessible(page);
});

test('a viewer is told that their role does not spend, and who changes it', { tag: '@deep' }, async ({
  page,
  baseURL,
}) => {
  const { headers: owner, account } = await makePayer(page.request);
  const invited = await page.request.post('/api/members/invitations', {
    ...{ data: { role: 'viewer' }, headers: owner },
  });
  const token = String(Object(await invited.json()).link).split('#')[1];
  const viewer = await makePerson(dataFolder, { role: null });
  await page.request.post('/api/join', { data: { token }, headers: viewer.headers });
  await visit(page, await askingAddress(page.request, baseURL));
  await signIn(page, viewer.email);
  await expect(
    page.getByText(`Your role does not let you spend credits: viewer of ${account}. Ask an account owner`),
  ).toBeVisible();
  await expectAccessible(page);
});
