import { type Finding, ratio } from './findings.ts';
import { load, median, times } from './load.ts';
import type { Running } from './processes.ts';
import { commonWord, serialWord } from './seed-products.ts';

type Size = 'small' | 'large';

/** A portal, and how many products it has. */
export interface Sized {
  portal: Running;
  products: number;
}

type Sizes = Record<Size, Sized>;

const rounds = 5;

/** The cost of many times as many products: each request against both sizes, in turns. */
export async function compareSizes(sizes: Sizes): Promise<Finding[]> {
  const questions: [string, (products: number) => string][] = [
    ['List, first page', () => '/api/product/list'],
    ['List, any page', (products) => `/api/product/list?page=${1 + random(products / 10)}`],
    ['Search, one match', () => `/api/product/list?q=${oneMatch(sizes.small.products)}`],
  ];
  const findings: Finding[] = [];
  for (const [what, path] of questions) findings.push(await compareOne(what, path, sizes));
  return findings;
}

async function compareOne(
  what: string,
  path: (products: number) => string,
  { small, large }: Sizes,
): Promise<Finding> {
  const p99: Record<Size, number[]> = { small: [], large: [] };
  const measure = async ({ portal, products }: Sized) =>
    (await load({ url: portal.url, nextPath: () => path(products) })).p99Ms;
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`${what}, round ${round} of ${rounds}`);
    p99.small.push(await measure(small));
    p99.large.push(await measure(large));
  }
  const [few, many] = [median(p99.small), median(p99.large)];
  return ratio(
    `${what}: p99 of ${large.products.toLocaleString('en')} products against ${small.products.toLocaleString('en')}`,
    many / few,
    { most: 3 },
    `${many.toFixed(2)} ms against ${few.toFixed(2)} ms`,
  );
}

/** A word that occurs once in both catalogues, with varying case to avoid cached responses. */
function oneMatch(smallSize: number): string {
  return encodeURIComponent(anyCase(serialWord(random(smallSize))));
}

/** The median time of so many searches for a word in half of all products. */
export async function commonWordMs({ url }: Running, searches: number): Promise<number> {
  const words = new Set<string>();
  while (words.size < searches) words.add(anyCase(commonWord));
  return median(await times([...words].map((word) => `${url}/api/product/list?q=${word}`)));
}

function anyCase(text: string): string {
  return [...text].map((letter) => (Math.random() < 0.5 ? letter.toUpperCase() : letter)).join('');
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
