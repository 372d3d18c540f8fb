import { type Browser, chromium, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rememberedChromium } from '../../cli/test/chromium.mjs';
import { makePerson } from '../../tests/setup/make-person.ts';
import { type Bench, installApart } from '../harness/bench.ts';
import { type Finding, median, usual, within } from '../harness/findings.ts';
import { startNext } from '../harness/processes.ts';
import { product as seededProduct, publishShared } from '../seeds/products.ts';

const rounds = usual(5);
/** A typical text that a person enters before looking at the price. */
const typed = 'the quick brown fox jumps over the lazy dog';
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-sandbox',
];

/** Page weight and waiting times in a real browser. */
export async function measurePages(bench: Bench): Promise<Finding[]> {
  const place = bench.makePlace('portal');
  const portal = await bench.startPortal(place);
  await seedManyFields(place.dataFolder);
  const { headers } = await makePerson(place.dataFolder);
  // An empty page of the same Next.
  const empty = await bench.start(startNext('bench/plain-next', '/empty'));
  const executablePath = rememberedChromium('.') ?? chromium.executablePath();
  const browser = await chromium.launch({ executablePath, args: quiet });
  const catalogue = `${portal.url}/`;
  const product = `${portal.url}/products/qr-code`;
  const visits: [string, Visit][] = [
    ['catalogue', { url: catalogue }],
    ['product', { url: product }],
    ['console', { url: `${portal.url}/operator`, headers, categories: signedInCategories }],
    [
      'accounts of the console',
      { url: `${portal.url}/operator/accounts`, headers, categories: signedInCategories },
    ],
  ];
  try {
    const bare = await wholeScript(browser, `${empty.url}/empty`);
    const findings = [
      weight(
        'JavaScript of the catalogue beyond an empty page',
        bare,
        await wholeScript(browser, catalogue),
        40,
      ),
      weight('JavaScript of a product beyond an empty page', bare, await wholeScript(browser, product), 110),
      ...(await typing(browser, `${portal.url}/products/${manyFieldsSlug}`)),
      await priceTime(browser, product),
    ];
    for (const [what, visit] of visits) findings.push(...(await lighthouse(what, visit, executablePath)));
    return findings;
  } finally {
    await browser.close();
  }
}

const manyFieldsSlug = 'product-100';

/** Publishes a product to a running portal. Its form has a hundred fields, and its price depends on two of them. */
async function seedManyFields(dataFolder: string): Promise<void> {
  const texts = Array.from({ length: 96 }, (_, index) => [
    `field${index}`,
    { title: `Field ${index}`, type: 'string' },
  ]);
  const number = { type: 'integer', minimum: 1, maximum: 8192, default: 512 };
  const properties = { width: number, height: number, ...Object.fromEntries(texts) };
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  await publishShared(dataFolder, [seededProduct(100, { requestBody })]);
}

async function wholeScript(browser: Browser, url: string): Promise<number> {
  const scripts = await withPage(browser, (page) => scriptBytes(page, url));
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function weight(what: string, bare: number, bytes: number, mostKilobytes: number): Finding {
  const more = (bytes - bare) / 1000;
  return {
    what,
    measured: `${more.toFixed(1)} KB (${(bytes / 1000).toFixed(1)} against ${(bare / 1000).toFixed(1)})`,
    target: `≤ ${mostKilobytes} KB`,
    isMet: more <= mostKilobytes,
  };
}

/** The browser's own time from a key press to the next frame: the slowest of a text typed into a long form. */
async function typing(browser: Browser, url: string): Promise<Finding[]> {
  const slowest = await repeated(() =>
    withPage(browser, async (page) => {
      await page.goto(url, { waitUntil: 'networkidle' });
      const field = page.getByLabel('Field 50', { exact: true });
      // A large form is collapsed. Its search opens the group of a field.
      await page.getByRole('combobox', { name: 'Find a field' }).fill('Field 50');
      await page.keyboard.press('Enter');
      await field.click();
      await page.evaluate(observeEvents);
      await field.pressSequentially(typed, { delay: 40 });
      await page.waitForTimeout(500);
      return page.evaluate(() => Math.max(...Reflect.get(window, 'seen')));
    }),
  );
  return [within('A key press in a form of 100 fields, until it is displayed', slowest, 100)];
}

/** Runs in the page. Events below 16 ms are not reported. */
function observeEvents(): void {
  const seen = [0];
  Object.assign(window, { seen });
  // The DOM types do not have the threshold yet.
  const options = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name.startsWith('key')) seen.push(entry.duration);
  }).observe(options);
}

/** The time from the last key to the new price. */
async function priceTime(browser: Browser, url: string): Promise<Finding> {
  const taken = await repeated(() =>
    withPage(browser, async (page) => {
      await page.goto(url, { waitUntil: 'networkidle' });
      return timeToPrice(page);
    }),
  );
  return within('The new price after the last key press', taken, 150);
}

async function timeToPrice(page: Page): Promise<number> {
  const ticket = page.getByRole('complementary', { name: 'Price of this call' });
  await ticket.evaluate((element) => {
    const state = { keyAt: 0, shownAt: 0 };
    const total = () => /This call\D*\d+/.exec(element.textContent ?? '')?.[0];
    const first = total();
    Object.assign(window, { state });
    document.addEventListener('keydown', () => (state.keyAt = performance.now()), true);
    new MutationObserver(() => {
      if (state.shownAt === 0 && total() !== first) state.shownAt = performance.now();
    }).observe(element, { subtree: true, childList: true, characterData: true });
  });
  // The last digit alone raises the price.
  await page.getByLabel(/^Size/).first().fill('200');
  await page.waitForTimeout(1_000);
  await page.getByLabel(/^Size/).first().press('End');
  await page.keyboard.press('1');
  await page.waitForFunction(() => Reflect.get(window, 'state').shownAt > 0);
  return page.evaluate(() => {
    const state = Reflect.get(window, 'state');
    return state.shownAt - state.keyAt;
  });
}

async function repeated(once: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await once());
  return median(taken);
}

async function withPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    // The compiler of this script adds calls of `__name`, which the page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named' });
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Lighthouse sometimes records no trace and asks to be run again. */
async function runLighthouse(args: string[], executable: string, triesLeft = 2): Promise<void> {
  const env = { ...process.env, CHROME_PATH: executable };
  const [code] = await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit');
  if (code === 0) return;
  if (triesLeft === 0) throw new Error(`Lighthouse ended with ${code}.`);
  await runLighthouse(args, executable, triesLeft - 1);
}

const openCategories = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Search engines are told to leave out what is behind a sign-in. */
const { seo: _, ...signedInCategories } = openCategories;

interface Visit {
  url: string;
  headers?: Record<string, string>;
  /** The least score of each. */
  categories?: Record<string, number>;
}

/** A phone on a slow network, as simulated by Lighthouse. */
async function lighthouse(
  what: string,
  { url, headers = {}, categories = openCategories }: Visit,
  executablePath: string,
): Promise<Finding[]> {
  const folder = installApart('lighthouse', { lighthouse: '12.8.2' });
  const scores: Record<string, number[]> = {};
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Lighthouse, ${what}, round ${round} of ${rounds}`);
    const report = join(folder, 'report.json');
    const flags = ['--headless=new', ...quiet].join(' ');
    const args = [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${flags}`,
      `--extra-headers=${JSON.stringify(headers)}`,
    ];
    await runLighthouse(args, executablePath);
    const { categories: found, finalDisplayedUrl } = JSON.parse(readFileSync(report, 'utf8'));
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`);
    for (const name of Object.keys(categories))
      (scores[name] ??= []).push(Math.round(100 * found[name].score));
  }
  return Object.entries(categories).map(([name, least]) => {
    const score = median(scores[name] ?? []);
    return {
      what: `Lighthouse, mobile, ${what}: ${name}`,
      measured: String(score),
      target: `≥ ${least}`,
      isMet: score >= least,
    };
  });
}

/** The compressed size of each script of a page, until the network is idle. */
async function scriptBytes(page: Page, url: string): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script !== undefined) bytes.set(script, encodedDataLength);
  });
  await session.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await session.detach();
  return bytes;
}
