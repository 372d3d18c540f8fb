import { commonWordMs, compareSizes } from './compare-sizes.ts';
import { type Finding, within } from './findings.ts';
import { type Running, startPortal } from './processes.ts';

/** The cost of a hundred times as many products. */
export async function measureSizes(smallFolder: string, largeFolder: string): Promise<Finding[]> {
  const [small, large] = [await startPortal(smallFolder), await startPortal(largeFolder)];
  const findings = await compareSizes({
    small: { portal: small, products: 1_000 },
    large: { portal: large, products: 100_000 },
  });
  findings.push(
    within('Search for a word in half of 100,000 products', await commonWordMs(large, 25), 100),
    memory(small, large),
  );
  for (const portal of [small, large]) await portal.stop();
  return findings;
}

function memory(small: Running, large: Running): Finding {
  return {
    what: 'Memory after these loads, 100,000 products against 1,000',
    measured: `${large.residentMegabytes()} MB against ${small.residentMegabytes()} MB`,
    target: 'none',
    isMet: null,
  };
}
