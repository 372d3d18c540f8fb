import type { DataPlace } from '../../server/env.ts';
import type { Bench } from '../harness/bench.ts';
import {
  compare,
  type Finding,
  figure,
  inTurns,
  median,
  milliseconds,
  seconds,
  usual,
  within,
} from '../harness/findings.ts';
import { load, timesOf } from '../harness/load.ts';
import type { Running } from '../harness/processes.ts';
import { seedStore } from '../seeds/calls.ts';
import { copyProducts } from '../seeds/copy-products.ts';
import { commonWord, seedProducts, serialWord } from '../seeds/products.ts';

/** A portal, and how many products it has. */
interface Sized {
  portal: Running;
  products: number;
}

type Sizes = Record<'small' | 'large', Sized>;
/** Catalogues of two sizes. */
export type Places = Record<'small' | 'large', { place: DataPlace; products: number }>;

/** The cost of a hundred times as many products. */
export async function measureSizes(bench: Bench, places: Places): Promise<Finding[]> {
  const sizes = await startBoth(bench, places);
  const { small, large } = sizes;
  const findings = await compareSizes(sizes);
  const what = `Search for a word in half of ${count(large)} products`;
  const megabytes = [large, small].map(({ portal }) => `${portal.residentMegabytes()} MB`);
  return [
    ...findings,
    within(what, await commonWordMs(large.portal, 25), 100),
    figure(
      `Memory after these loads, ${count(large)} products against ${count(small)}`,
      megabytes.join(' against '),
    ),
  ];
}

/** A million products on PostgreSQL compared with a thousand. */
export async function measureMillionProducts(bench: Bench): Promise<Finding[]> {
  const products = { small: 1_000, large: usual(1_000_000, 5_000) };
  const postgres = await bench.startPostgres();
  const places = { small: await postgres.makePlace('small'), large: await postgres.makePlace('large') };
  for (const place of [places.small, places.large])
    await seedStore(place, (writer) => seedProducts(writer, products.small));
  console.log(`Seeding ${products.large.toLocaleString('en')} products`);
  await copyProducts(places.large.databaseUrl, products.large);
  const sizes = await startBoth(bench, {
    small: { place: places.small, products: products.small },
    large: { place: places.large, products: products.large },
  });
  await postgres.untilIdle();
  const findings = await compareSizes(sizes);
  const wordSeconds = (await commonWordMs(sizes.large.portal, 9)) / 1000;
  const what = `Search for a word in half of ${count(sizes.large)} products`;
  return [...findings, figure(what, seconds(wordSeconds))];
}

async function startBoth(bench: Bench, { small, large }: Places): Promise<Sizes> {
  return {
    small: { portal: await bench.startPortal(small.place), products: small.products },
    large: { portal: await bench.startPortal(large.place), products: large.products },
  };
}

/** Each request against both sizes. */
async function compareSizes(sizes: Sizes): Promise<Finding[]> {
  const { small, large } = sizes;
  const questions: [string, (products: number) => string][] = [
    ['List, first page', () => '/api/product/list'],
    ['List, any page', (products) => `/api/product/list?page=${1 + random(products / 10)}`],
    ['Search, one match', () => `/api/product/list?q=${oneMatch(small.products)}`],
  ];
  const findings: Finding[] = [];
  for (const [what, path] of questions) {
    const p99 = await inTurns(what, ['small', 'large'], 5, async (size) => {
      const { portal, products } = sizes[size];
      return (await load({ url: portal.url, nextPath: () => path(products) })).p99Ms;
    });
    const whole = `${what}: p99 of ${count(large)} products against ${count(small)}`;
    findings.push(compare(whole, p99('large'), p99('small'), { most: 3 }, milliseconds));
  }
  return findings;
}

export function count({ products }: { products: number }): string {
  return products.toLocaleString('en');
}

/** A word that occurs once in both catalogues, with varying case to avoid cached responses. */
function oneMatch(smallSize: number): string {
  return encodeURIComponent(anyCase(serialWord(random(smallSize))));
}

/** The median time of so many searches for a word in half of all products. */
async function commonWordMs({ url }: Running, searches: number): Promise<number> {
  const words = new Set<string>();
  while (words.size < searches) words.add(anyCase(commonWord));
  return median(await timesOf([...words].map((word) => `${url}/api/product/list?q=${word}`)));
}

function anyCase(text: string): string {
  return [...text].map((letter) => (Math.random() < 0.5 ? letter.toUpperCase() : letter)).join('');
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
