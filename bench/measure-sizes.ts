import { type Finding, ratio, within } from './findings.ts';
import { load, median, times } from './load.ts';
import { type Running, startPortal } from './processes.ts';
import { commonWord, serialWord } from './seed-products.ts';

type Size = 'small' | 'large';

const rounds = 5;
const smallSize = 1_000;

/** The cost of a hundred times as many products: each request against both sizes, in turns. */
export async function measureSizes(small: string, large: string): Promise<Finding[]> {
  const portals = { small: await startPortal(small), large: await startPortal(large) };
  const questions: [string, (size: number) => string][] = [
    ['List, first page', () => '/api/product/list'],
    ['List, any page', (size) => `/api/product/list?page=${1 + random(size / 10)}`],
    ['Search, one match', () => `/api/product/list?q=${oneMatch()}`],
  ];
  const findings: Finding[] = [];
  for (const [what, path] of questions) findings.push(await compareSizes(what, path, portals));
  findings.push(
    within('Search for a word in half of 100,000 products', await commonWordMs(portals.large), 100),
  );
  findings.push(memory(portals));
  for (const portal of Object.values(portals)) await portal.stop();
  return findings;
}

async function compareSizes(
  what: string,
  path: (size: number) => string,
  portals: Record<Size, Running>,
): Promise<Finding> {
  const p99: Record<Size, number[]> = { small: [], large: [] };
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`${what}, round ${round} of ${rounds}`);
    p99.small.push((await load({ url: portals.small.url, nextPath: () => path(smallSize) })).p99Ms);
    p99.large.push((await load({ url: portals.large.url, nextPath: () => path(smallSize * 100) })).p99Ms);
  }
  const [few, many] = [median(p99.small), median(p99.large)];
  return ratio(
    `${what}: p99 of 100,000 products against 1,000`,
    many / few,
    { most: 3 },
    `${many.toFixed(2)} ms against ${few.toFixed(2)} ms`,
  );
}

/** A word that occurs once in both catalogues, with varying case to avoid cached responses. */
function oneMatch(): string {
  return encodeURIComponent(anyCase(serialWord(random(smallSize))));
}

async function commonWordMs({ url }: Running): Promise<number> {
  const words = new Set<string>();
  while (words.size < 25) words.add(anyCase(commonWord));
  return median(await times([...words].map((word) => `${url}/api/product/list?q=${word}`)));
}

function memory({ small, large }: Record<Size, Running>): Finding {
  const measured = `${large.residentMegabytes()} MB against ${small.residentMegabytes()} MB`;
  return {
    what: 'Memory after these loads, 100,000 products against 1,000',
    measured,
    target: 'none',
    isMet: null,
  };
}

function anyCase(text: string): string {
  return [...text].map((letter) => (Math.random() < 0.5 ? letter.toUpperCase() : letter)).join('');
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
