import { createServer } from 'node:http';
import type { Browser, Locator, Page } from '@playwright/test';
import { freePort } from '../setup/free-port.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';
import { startPortal } from '../setup/start-portal.ts';
import { counted, type Hands, keyboard, pointer } from './hands.ts';
import { deepUnless, expect, test, untilKeysWork, visit } from './journey.ts';

// From the printed link to an API that is priced, tried, sold, brought up to date and shown to two accounts alone: all of
// it in the browser.

const upstreamKey = 'the key of the boats';
const mostPresses = 40;

const operation = (summary: string, limit: object) => ({
  summary,
  operationId: summary.toLowerCase().replace(' ', '-'),
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', example: 3, ...limit } }],
  responses: { '200': { description: 'Done.' } },
});

/** An API of twelve operations that wants a key, with its document. The second version takes fewer at once. */
async function startBoats() {
  let isSecond = false;
  const documentOf = (url: string) => {
    const limit = { maximum: isSecond ? 10 : 100 };
    const paths = ['boats', 'crews', 'ports'].flatMap((thing): [string, object][] => [
      [`/${thing}`, { get: operation(`List ${thing}`, limit), post: operation(`Create ${thing}`, {}) }],
      [`/${thing}/all`, { get: operation(`Count ${thing}`, {}), delete: operation(`Remove ${thing}`, {}) }],
    ]);
    return {
      ...{ openapi: '3.1.0', info: { title: 'Boats', version: isSecond ? '2' : '1' }, servers: [{ url }] },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
      security: [{ key: [] }],
      paths: Object.fromEntries(paths),
    };
  };
  const server = createServer((request, response) => {
    const isDocument = request.url === '/openapi.json';
    const isKnown = isDocument || request.headers['x-api-key'] === upstreamKey;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isDocument ? documentOf(url) : { boats: 3 }));
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    address: `${url}/openapi.json`,
    publishSecond: () => (isSecond = true),
    close: () => server.close(),
  };
}

/** Somebody with a browser of their own. */
class Person {
  readonly page: Page;
  readonly #hands: Hands;

  constructor(page: Page, hands: Hands) {
    this.page = page;
    this.#hands = hands;
  }

  static async of(browser: Browser, hands: Hands, baseURL: string): Promise<Person> {
    return new Person(await (await browser.newContext({ baseURL })).newPage(), hands);
  }

  press = (control: Locator) => this.#hands.press(control);
  choose = (option: Locator) => this.#hands.choose(option);
  button = (name: string | RegExp) =>
    this.press(this.page.getByRole('button', { name, exact: true }).locator('visible=true'));
  link = (name: string | RegExp) =>
    this.press(
      this.page.getByRole('main').getByRole('link', { name, exact: true }).locator('visible=true').first(),
    );
  console = (name: string) =>
    this.press(
      this.page
        .getByRole('navigation', { name: 'Console', exact: true })
        .getByRole('link', { name, exact: true }),
    );

  async fill(label: string, text: string): Promise<void> {
    await this.#hands.fill(this.page.getByLabel(label, { exact: true }).locator('visible=true'), text);
  }

  /** Types and goes on, as one does in the last field of a form. */
  async enter(label: string, text: string): Promise<void> {
    await this.fill(label, text);
    await this.page.keyboard.press('Enter');
  }

  async isOn(heading: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await untilKeysWork(this.page);
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).locator('visible=true').first()).toBeVisible();
  }
}

async function becomeOperator(grace: Person, printedLink: string): Promise<void> {
  await visit(grace.page, printedLink);
  await grace.fill('Name', 'Grace Hopper');
  await grace.fill('Email', 'grace@example.com');
  await grace.enter('Password', 'brolly tunnel waxing 77');
  await grace.isOn('Overview');
}

/** Twelve operations, two prices and a credential; tried as a draft, then published. */
async function publish(grace: Person, address: string): Promise<void> {
  await grace.link(/^Publish an API/);
  await grace.isOn('Import an API');
  await grace.enter('Address of the document', address);
  await grace.sees('12 of 12 chosen');
  await grace.enter('Credits for each call', '2');
  await expect(grace.page.getByLabel('Credits for GET /boats', { exact: true })).toHaveValue('2');
  await grace.enter('Credits for POST /boats', '7');
  await grace.button(/^Set … BOATS_/);
  await grace.enter('Credential', upstreamKey);
  await grace.sees('All set');
  await grace.button('Create 12 drafts');
  await grace.sees('12 products: 0 online, 12 offline');
  await grace.link('List boats');
  await grace.isOn('List boats');
  await grace.link('As callers see it');
  await grace.isOn('List boats');
  await grace.button('Try without charge');
  await grace.sees(/^Test: answered 200 in/);
  await grace.page.goBack();
  await grace.page.goBack();
  await grace.button('Put 12 online …');
  await grace.press(grace.page.getByRole('dialog').getByRole('button', { name: 'Put 12 online' }));
  await grace.sees('12 products: 12 online, 0 offline');
}

/** Returns a key of the account. */
async function makeAccount(grace: Person, name: string): Promise<string> {
  await grace.console('Accounts');
  await grace.isOn('Accounts');
  await grace.button('New account…');
  await grace.enter('Name', name);
  await grace.isOn(name);
  await grace.button('Add credits…');
  await grace.fill('Credits', '500');
  await grace.enter('Reason', 'Order 17');
  await grace.sees('500 credits available now');
  await grace.press(
    grace.page.getByRole('region', { name: 'API keys' }).getByRole('button', { name: 'Create…' }),
  );
  await grace.enter('Name of the key', 'Program');
  const key = await grace.page.getByText(/^fb_\w{30,}$/).innerText();
  await grace.button('I have saved it');
  return key;
}

/** What of the newer document breaks callers is seen, and all of it is taken. */
async function takeNewer(grace: Person): Promise<void> {
  await grace.console('APIs');
  await grace.isOn('APIs');
  await grace.link('Boats');
  await grace.isOn('Boats');
  await grace.button('Look for a newer version');
  await grace.isOn('Newer version of Boats');
  await grace.sees('Breaks callers: "limit" is at most 10 (was 100)');
  await grace.button('Take 3 operations …');
  await grace.press(grace.page.getByRole('dialog').getByRole('button', { name: 'Take 3 operations' }));
  await grace.sees('3 products: 3 online, 0 offline');
}

async function restrict(grace: Person, accounts: readonly string[]): Promise<void> {
  await grace.link('Its API');
  await grace.isOn('Boats');
  await grace.link('Its products');
  await grace.isOn('Products');
  await grace.link('List boats');
  await grace.isOn('List boats');
  await grace.button(/^Change… who sees/);
  await grace.choose(grace.page.getByRole('radio', { name: 'Chosen accounts' }));
  await grace.choose(grace.page.getByLabel('Calls need approval'));
  await grace.button('Change who sees it');
  await grace.sees('No account is chosen yet');
  for (const account of accounts) {
    await grace.button('Choose an account…');
    await grace.enter('Account', account);
    await expect(grace.page.getByRole('table', { name: 'Accounts that are chosen for it' })).toContainText(
      account,
    );
  }
}

for (const [how, hands] of Object.entries({ 'with a pointer': pointer, 'by keyboard alone': keyboard })) {
  test(
    `an operator publishes, sells, brings up to date and restricts an API in the browser, ${how}`,
    deepUnless(hands === pointer),
    async ({ browser }) => {
      const boats = await startBoats();
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const allowed = { FAREBOX_URL: '', FAREBOX_EGRESS_ALLOW: '127.0.0.1' };
      const portal = await startPortal([], undefined, allowed, port);
      try {
        const printed = /no operator yet: (\S+)/;
        await expect.poll(portal.output).toMatch(printed);
        const both = counted(hands);
        const begun = performance.now();
        const grace = await Person.of(browser, both, url);
        await becomeOperator(grace, printed.exec(portal.output())?.[1] ?? '');
        await publish(grace, boats.address);
        const key = await makeAccount(grace, 'Acme');
        const authorization = `Bearer ${key}`;
        const call = async (slug: string) => {
          const address = `${url}/api/product/developer/call/${slug}`;
          const answer = await grace.page.request.post(address, { headers: { authorization }, data: {} });
          return [answer.status(), answer.headers()['farebox-credits-charged']];
        };
        expect(await call('boats-list-boats')).toEqual([200, '2']);
        expect(await call('boats-create-boats')).toEqual([200, '7']);
        await grace.console('Accounts');
        await grace.button('New account…');
        await grace.enter('Name', 'Beta');
        await grace.isOn('Beta');

        boats.publishSecond();
        await takeNewer(grace);
        await restrict(grace, ['Acme', 'Beta']);
        expect((await grace.page.request.get(`${url}/products/boats-list-boats`)).status()).toBe(200);
        expect((await call('boats-list-boats'))[0]).toBe(403);

        const ada = await Person.of(browser, both, url);
        await visit(ada.page, '/keys');
        await ada.enter('Sign in with an API key', key);
        await ada.sees('491');
        await visit(ada.page, '/products/boats-list-boats');
        await ada.button('Ask for approval…');
        await ada.enter('What you need it for', 'For our shop.');
        await ada.sees('Your account has asked for it');
        await grace.link('Requests');
        await grace.isOn('Requests');
        await grace.button(/^Approve… /);
        await grace.press(grace.page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
        await expect(grace.page.getByRole('row').filter({ hasText: 'For our shop.' })).toContainText(
          'Approved',
        );
        expect(await call('boats-list-boats')).toEqual([200, '2']);

        const minutes = (performance.now() - begun) / 60_000;
        console.log(`${both.presses()} presses, ${minutes.toFixed(1)} minutes, ${how}`);
        expect(both.presses()).toBeLessThanOrEqual(mostPresses);
      } finally {
        await portal.stop();
        boats.close();
      }
    },
  );
}
