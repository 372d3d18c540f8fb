import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWriter } from '../server/control/open-writer.ts';
import { callCost } from './call-cost.ts';
import { machine } from './machine.ts';
import { measureReads } from './measure-reads.ts';
import { measureSizes } from './measure-sizes.ts';
import { measureStarts } from './measure-starts.ts';
import { seedProducts } from './seed-products.ts';
import { type Finding, findingsTable } from './findings.ts';

/** A catalogue is seeded once for each size, and anew when what makes it or keeps it has changed. */
const folder = join(
  'node_modules/.cache/farebox/bench',
  fingerprint('bench/seed-products.ts', 'prisma/schema.prisma'),
);
const small = await seeded(1_000);
const large = await seeded(100_000);

const findings: Finding[] = [
  ...(await measureReads(small)),
  ...(await measureSizes(small, large)),
  ...(await measureStarts(small, large)),
  ...callCost().map(cost),
];
console.log(`\n${machine()}\n\n${findingsTable(findings)}`);

async function seeded(count: number): Promise<string> {
  const dataFolder = join(folder, `products-${count}`);
  if (existsSync(join(dataFolder, 'seeded'))) return dataFolder;
  console.log(`Seeding ${count.toLocaleString('en')} products`);
  const writer = await openWriter(dataFolder);
  await seedProducts(writer, count);
  await writer.close();
  writeFileSync(join(dataFolder, 'seeded'), '');
  return dataFolder;
}

function cost([what, microseconds]: [string, number]): Finding {
  return { what: `One call: ${what}`, measured: `${microseconds.toFixed(1)} µs`, wanted: 'said', kept: null };
}

function fingerprint(...files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
