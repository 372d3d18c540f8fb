import { z } from 'zod';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, inTurns, milliseconds, usual } from '../harness/findings.ts';
import { type Checkouts, checkoutsOn, runIn, versions } from './checkouts.ts';

/** Two processes of the same version differ by as much. */
const most = 1.1;
/** Of processes of each version. */
const rounds = 6;

const figures = z.record(z.string(), z.number());

/**
 * Searches by this version compared with those by another checkout, without HTTP: time of the processor on SQLite, and of
 * the clock on PostgreSQL, which works in other processes.
 */
export async function measureSearches(bench: Bench): Promise<Finding[]> {
  const { SQLite, PostgreSQL } = await checkoutsOn(bench);
  return [
    ...(await compareOn('SQLite', SQLite, usual(100_000, 1_000))),
    ...(await compareOn('PostgreSQL', PostgreSQL, usual(10_000, 1_000))),
  ];
}

async function compareOn(engine: string, checkouts: Checkouts, products: number): Promise<Finding[]> {
  const script = 'time-searches.ts';
  for (const version of versions) runIn(checkouts[version], script, { products, round: 0, isSeed: true });
  const what = `${engine}, ${products.toLocaleString('en')} products`;
  let runs = 0;
  const taken = await inTurns(what, versions, rounds, async (version) => {
    const round = Math.floor(runs / versions.length);
    runs += 1;
    return figures.parse(runIn(checkouts[version], script, { products, round }));
  });
  const questions = Object.keys(taken('now')[0] ?? {});
  return questions.map((question) => {
    const [now, before] = versions.map((version) => taken(version).map((one) => one[question] ?? Number.NaN));
    const whole = `Search for ${question} on ${what}, against the version before`;
    return compare(whole, now ?? [], before ?? [], { most }, milliseconds);
  });
}
