import { expectAccessible } from '../setup/expect-accessible.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { makePerson } from '../setup/make-person.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { bringSession, expect, expectNothingWider, test, untilKeysWork, visit } from './journey.ts';

const dataFolder = process.env['FAREBOX_TEST_DATA'] ?? '';
const upstream = process.env['FAREBOX_TEST_UPSTREAM'] ?? '';

test('terms are set for a product, asked for on its page, accepted, and asked for again when they change', async ({
  page,
  request,
}) => {
  const slug = `bound-${Math.random().toString(36).slice(2)}`;
  const terms = `terms-${slug.slice(6)}`;
  const title = `Terms ${slug.slice(6)}`;
  await publishProducts(dataFolder, upstream, [{ slug }]);
  const account = await makeAccount(dataFolder, 100);
  const operator = await makePerson(dataFolder, { role: 'owner' });
  const join = async (role: 'owner' | 'member') => {
    const person = await makePerson(dataFolder, { role: null, name: `The ${role}` });
    const token = await inviteBeside(dataFolder, account.id, role);
    const joined = await request.post('/api/join', { data: { token }, headers: person.headers });
    expect(joined.status()).toBe(204);
    return person;
  };
  const [owner, member] = [await join('owner'), await join('member')];
  const as = async ({ headers }: Pick<typeof owner, 'headers'>) => {
    // A page that is open would follow to the other caller.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await bringSession(page, headers);
  };
  const data = { slug: terms, title, text: '## Rules\n\nYou shall not resell.', inFooter: false };
  expect((await request.post('/api/operator/pages', { headers: operator.headers, data })).status()).toBe(201);
  const dialog = page.getByRole('dialog');
  const ticket = page.getByRole('complementary', { name: 'Price of this call' });

  await as(operator);
  await visit(page, `/operator/products/${slug}`);
  await page.getByRole('button', { name: /^Change…\s*the terms of/ }).click();
  await dialog.getByLabel('Page').selectOption(terms);
  await expectAccessible(page);
  await expectNothingWider(page);
  await dialog.getByRole('button', { name: 'Change terms' }).click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();

  // A member is told who accepts them.
  await as(member);
  await visit(page, `/products/${slug}`);
  await expect(ticket.getByText('An owner or admin of your account has to accept')).toBeVisible();
  await expect(ticket.getByRole('link', { name: title })).toBeVisible();
  await expect(ticket.getByRole('button', { name: 'Read and accept…' })).toHaveCount(0);
  await expect(ticket.getByRole('button', { name: 'Accept the terms first' })).toBeDisabled();
  await expectAccessible(page);

  // An owner reads and accepts them there, on a phone, too.
  await as(owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, `/products/${slug}`);
  await ticket.getByRole('button', { name: 'Read and accept…' }).click();
  await expect(dialog.getByText('You shall not resell.')).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(ticket.getByRole('button', { name: 'Call', exact: false }).last()).toBeEnabled();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });

  await as(member);
  await visit(page, `/products/${slug}`);
  await ticket.getByRole('button', { name: /^Call/ }).click();
  await expect(page.getByText('1 credit').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Receipt' }).first()).toBeVisible();

  // A new version asks again; the list of the account says so, and accepts it.
  await as(operator);
  await visit(page, `/operator/pages/${terms}`);
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('## Rules\n\nYou shall not resell, nor copy.');
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog.getByLabel('Ask accounts to accept it again')).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const accepted = page.getByRole('table', { name: 'Accounts that accepted it' });
  await expect(accepted.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await expectNothingWider(page);

  await as(owner);
  await visit(page, '/members');
  await expect(
    page.getByText('It has changed: calls of products with these terms are refused'),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  await page.getByRole('button', { name: 'Read and accept…' }).click();
  await expect(dialog.getByText('nor copy.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Version 2, accepted by The owner')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Read and accept…' })).toHaveCount(0);

  await as(operator);
  await visit(page, `/operator/accounts/${account.id}`);
  await untilKeysWork(page);
  const ofAccount = page.getByRole('table', { name: 'Terms that it accepted' });
  await expect(ofAccount.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingWider(page);
});
