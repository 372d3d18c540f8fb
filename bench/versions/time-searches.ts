import { everyone } from '../../server/store/catalogue/audience.ts';
import { z } from 'zod';
import { usual } from '../harness/findings.ts';
import { commonWord, nouns, productName, serialWord, verbs } from '../seeds/products.ts';
import { fileIn } from './checkouts.ts';

// Times searches of a seeded catalogue by the code of a checkout, in a process of its own.

const task = z.object({
  root: z.string(),
  dataFolder: z.string(),
  databaseUrl: z.string().optional(),
  products: z.int(),
  /** Seeds them first, and times nothing. */
  isSeed: z.boolean().default(false),
  /** Other searches each time. */
  round: z.int(),
});
const { root, dataFolder, databaseUrl, products, isSeed, round } = task.parse(
  JSON.parse(process.argv[2] ?? ''),
);

interface SearchQuestion {
  /** How many searches give a figure. */
  count: number;
  /** Another text for each index: a portal keeps what it has searched. */
  textOf: (index: number, products: number) => string;
}

/** Searches of the seeded catalogue. */
const searchQuestions: Record<string, SearchQuestion> = {
  'one match': { count: 2_000, textOf: (index, products) => serialWord((index * 7) % products) },
  'the whole name': { count: 1_000, textOf: (index, products) => productName((index * 7) % products) },
  'two words': { count: 60, textOf: (index) => `${of(verbs, index)} ${of(nouns, index)}${again(index)}` },
  'a question': {
    count: 60,
    textOf: (index) => `how can I ${of(verbs, index)} the ${of(nouns, index)}${again(index)}`,
  },
  'nothing found': { count: 1_000, textOf: (index) => `qq${serialWord(index)}` },
  'a beginning': { count: 60, textOf: (index) => `${of(nouns, index).slice(0, 4)}${again(index)}` },
  'a misspelt word': { count: 60, textOf: (index) => `${misspelt(of(nouns, index))}${again(index)}` },
  'a word of half of all': { count: 20, textOf: (index) => `${commonWord}${again(index)}` },
};

function of(words: readonly string[], index: number): string {
  return words[index % words.length] ?? '';
}

/** Spaces make it another text for the cache alone. */
function again(index: number): string {
  return index.toString(2).replaceAll('0', ' ').replaceAll('1', '\t');
}

function misspelt(word: string): string {
  return `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;
}

async function openStore() {
  if (databaseUrl === undefined) {
    const { openOwnStore }: typeof import('../../server/store/sqlite/open-own-store.ts') = await import(
      fileIn(root, 'server/store/sqlite/open-own-store.ts')
    );
    return openOwnStore(dataFolder, { keep: true });
  }
  const { openPostgresStore }: typeof import('../../server/store/postgres/open-postgres-store.ts') =
    await import(fileIn(root, 'server/store/postgres/open-postgres-store.ts'));
  return openPostgresStore(databaseUrl, { keep: true, isPortal: false });
}

/** Milliseconds for each search: of the processor, or of the clock where another process does the work. */
async function timeAll(): Promise<Record<string, number>> {
  const taken: Record<string, number> = {};
  for (const isWarmUp of [true, false])
    for (const [what, { count: usualCount, textOf }] of Object.entries(searchQuestions)) {
      const count = usual(usualCount, 4);
      const of = isWarmUp ? Math.ceil(count / 2) : count;
      const first = (round * 2 + Number(isWarmUp)) * 2_000;
      const start = databaseUrl === undefined ? processorMs() : performance.now();
      for (let index = 0; index < of; index += 1) {
        const q = textOf(first + index, products);
        await store.catalogue.productKeys({
          ...{ q, status: '1', tag: [], sort: undefined, type: undefined },
          audience: everyone,
        });
      }
      taken[what] = ((databaseUrl === undefined ? processorMs() : performance.now()) - start) / of;
    }
  return taken;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const store = await openStore();
if (isSeed) {
  const { seedProducts }: typeof import('../seeds/products.ts') = await import(
    fileIn(root, 'bench/seeds/products.ts', 'bench/seed-products.ts')
  );
  await seedProducts(store.writer, products);
}
console.log(JSON.stringify(isSeed ? {} : await timeAll()));
await store.close();
