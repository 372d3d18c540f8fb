import { rmSync } from 'node:fs';
import { runCommand } from '../../cli/start/run-command.mjs';
import { compare, type Finding, inTurns, median, seconds } from '../harness/findings.ts';
import { count, type Places } from './sizes.ts';
import { type Running, startCommand, startNext, startPortal } from '../harness/processes.ts';

/** The time until the first response: compared with Next alone, and with many products against few. */
export async function measureStarts({ small, large }: Places): Promise<Finding[]> {
  const starts: Record<'command' | 'next' | 'small' | 'large', () => Promise<Running>> = {
    command: () => startPortal(small.place, {}, { script: startCommand }),
    // The same build with Next alone: only its static files.
    next: () => startNext('.', '/icon.svg'),
    small: () => startPortal(small.place),
    large: () => startPortal(large.place),
  };
  const names = ['command', 'next', 'small', 'large'] as const;
  const taken = await inTurns('Starting', names, 5, async (name) => {
    const server = await starts[name]();
    await server.stop();
    return server.readySeconds;
  });
  const next = '`npm start` with nothing to do, against `next start` of the same build';
  return [
    atMostLonger(next, taken('command'), taken('next')),
    atMostLonger(
      `Start with ${count(large)} products against ${count(small)}`,
      taken('large'),
      taken('small'),
    ),
  ];
}

function atMostLonger(what: string, these: number[], others: number[]): Finding {
  const [one, other] = [median(these), median(others)];
  const measured = `${seconds(one)} against ${seconds(other)}`;
  return { what, measured, target: '≤ 2 s more', isMet: one - other <= 2 };
}

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

/** A build from nothing, compared with that of a small application of Next. */
export async function measureBuilds(): Promise<Finding[]> {
  const taken = await inTurns('Building', ['portal', 'plain'], 3, async (name) => {
    const { made, command } = builds[name];
    rmSync(made, { recursive: true, force: true });
    const startedAt = performance.now();
    const { ok, lines, processorSeconds } = await runCommand(process.execPath, command, {
      cwd: process.cwd(),
      env: { NEXT_TELEMETRY_DISABLED: '1' },
      timeLimitMs: limitMs,
    });
    if (!ok) throw new Error(`The build failed:\n${lines.join('\n')}`);
    return { processorSeconds, clockSeconds: (performance.now() - startedAt) / 1_000 };
  });
  const spent = (name: keyof typeof builds) => taken(name).map((one) => one.processorSeconds);
  const clock = median(taken('portal').map((one) => one.clockSeconds));
  return [
    compare(
      'Processor time of a build, against that of a small Next application',
      spent('portal'),
      spent('plain'),
      { most },
      seconds,
      `; ${seconds(clock)} by the clock`,
    ),
  ];
}
