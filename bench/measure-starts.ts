import type { Finding } from './findings.ts';
import { median } from './load.ts';
import { type Running, startBareNext, startByCommand, startPortal } from './processes.ts';

const rounds = 5;

/** The time until the first response: compared with Next alone, and with many products against few. */
export async function measureStarts(small: string, large: string): Promise<Finding[]> {
  const starts: Record<'command' | 'next' | 'small' | 'large', () => Promise<Running>> = {
    command: () => startByCommand(small),
    next: startBareNext,
    small: () => startPortal(small),
    large: () => startPortal(large),
  };
  const seconds: Record<keyof typeof starts, number[]> = { command: [], next: [], small: [], large: [] };
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Starting, round ${round} of ${rounds}`);
    for (const name of ['command', 'next', 'small', 'large'] as const) {
      const server = await starts[name]();
      seconds[name].push(server.readySeconds);
      await server.stop();
    }
  }
  return [
    atMostLonger(
      '`npm start` with nothing to do, against `next start` of the same build',
      seconds.command,
      seconds.next,
    ),
    atMostLonger('Start with 100,000 products against 1,000', seconds.large, seconds.small),
  ];
}

function atMostLonger(what: string, seconds: number[], other: number[]): Finding {
  const [one, two] = [median(seconds), median(other)];
  const measured = `${one.toFixed(2)} s against ${two.toFixed(2)} s`;
  return { what, measured, target: '≤ 2 s more', isMet: one - two <= 2 };
}
