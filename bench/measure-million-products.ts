import { rmSync } from 'node:fs';
import { openCommandStore } from '../server/store/open-store.ts';
import { startBenchPostgres } from './bench-postgres.ts';
import { commonWordMs, compareSizes } from './compare-sizes.ts';
import { copyProducts } from './copy-products.ts';
import type { Finding } from './findings.ts';
import { startPostgresPortal } from './processes.ts';
import { seedProducts } from './seed-products.ts';

const smallSize = 1_000;

/** Many products on PostgreSQL compared with 1,000. */
export async function measureMillionProducts(folder: string, products: number): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  const postgres = await startBenchPostgres(folder);
  const places = { small: await postgres.makePlace('small'), large: await postgres.makePlace('large') };
  for (const place of [places.small, places.large]) {
    const { writer, close } = await openCommandStore(place);
    await seedProducts(writer, smallSize);
    await close();
  }
  console.log(`Seeding ${products.toLocaleString('en')} products`);
  await copyProducts(places.large.databaseUrl, products);
  const [small, large] = [await startPostgresPortal(places.small), await startPostgresPortal(places.large)];
  await postgres.untilIdle();
  const findings = await compareSizes({
    small: { portal: small, products: smallSize },
    large: { portal: large, products },
  });
  findings.push({
    what: `Search for a word in half of ${products.toLocaleString('en')} products`,
    measured: `${((await commonWordMs(large, 9)) / 1000).toFixed(2)} s`,
    target: 'none',
    isMet: null,
  });
  for (const portal of [small, large]) await portal.stop();
  await postgres.close();
  return findings;
}
