import { rmSync } from 'node:fs';
import { runCommand } from '../cli/start/run-command.mjs';
import { type Finding, ratio } from './findings.ts';
import { median } from './load.ts';

const rounds = 3;
const limitMs = 15 * 60_000;
/** The portal has 34 pages and a server to bundle, the other a page and a route. */
const most = 6;

const builds = {
  portal: { made: '.next', command: ['cli/start.mjs', '--build-only'] },
  plain: {
    made: 'bench/plain-next/.next',
    command: ['node_modules/next/dist/bin/next', 'build', 'bench/plain-next'],
  },
};

/** A build from nothing, compared with that of a small application of Next, in turns. */
export async function measureBuilds(): Promise<Finding[]> {
  const spent: Record<keyof typeof builds, number[]> = { portal: [], plain: [] };
  const took: number[] = [];
  for (let round = 1; round <= rounds; round += 1)
    for (const name of ['portal', 'plain'] as const) {
      console.log(`Building, round ${round} of ${rounds}: ${name}`);
      const { made, command } = builds[name];
      rmSync(made, { recursive: true, force: true });
      const startedAt = performance.now();
      const { ok, lines, processorSeconds } = await runCommand(process.execPath, command, {
        cwd: process.cwd(),
        env: { NEXT_TELEMETRY_DISABLED: '1' },
        timeLimitMs: limitMs,
      });
      if (!ok) throw new Error(`The build failed:\n${lines.join('\n')}`);
      spent[name].push(processorSeconds);
      if (name === 'portal') took.push((performance.now() - startedAt) / 1_000);
    }
  const [portal, plain] = [median(spent.portal), median(spent.plain)];
  const detail = `${portal.toFixed(0)} against ${plain.toFixed(0)} s; ${median(took).toFixed(0)} s by the clock`;
  return [
    ratio(
      'Processor time of a build, against that of a small Next application',
      portal / plain,
      { most },
      detail,
    ),
  ];
}
