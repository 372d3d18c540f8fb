import type { CrashEngine } from './crash-engine.ts';
import type { CrashReport } from './crash-report.ts';
import { type CrashOptions, runCrashes } from './crash-run.ts';
import { withSabotagedBundle } from './sabotaged-bundle.ts';
import type { Sabotage } from './sabotages.ts';

/** A crash happens at a moment that may do no harm: a few of them cannot all. */
const kills = 8;

/** Runs the crash test on a portal that is wrong, until it says so. `found`: whether it says what is wrong. */
export async function runSabotaged(
  sabotage: Sabotage,
  engine: CrashEngine,
  seed: number,
  more: Pick<CrashOptions, 'clients' | 'variables' | 'signal'>,
): Promise<{ found: boolean; report: CrashReport }> {
  const report = await withSabotagedBundle(sabotage, (bundle) =>
    runCrashes({ engine, bundle, seed, kills, endsAt: sabotage.violates, ...more }),
  );
  const found = report.violations.some(({ kind }) => sabotage.violates.includes(kind));
  return { found, report };
}
