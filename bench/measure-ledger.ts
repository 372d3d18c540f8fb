import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCallPortal } from './call-portal.ts';
import { type Finding, ratio } from './findings.ts';
import { fire } from './fire.ts';
import { median } from './load.ts';
import { startUpstream } from './processes.ts';
import { seedLedger } from './seed-ledger.ts';

const rounds = 9;

/** The time of a new call with an empty and a full ledger, in turns. */
export async function measureLedger(folder: string, past: number): Promise<Finding[]> {
  const upstream = await startUpstream();
  const full = await startCallPortal(await seeded(join(folder, `ledger-${past}`), past), upstream.url);
  const emptyFolder = join(folder, 'ledger-empty');
  rmSync(emptyFolder, { recursive: true, force: true });
  mkdirSync(emptyFolder, { recursive: true });
  const empty = await startCallPortal(emptyFolder, upstream.url);
  await full.server.untilIdle();
  // Flushes pending writes, which would delay either side.
  execFileSync('sync');
  const calls = { empty: empty.call, full: full.call };
  const rates: Record<keyof typeof calls, number[]> = { empty: [], full: [] };
  for (const call of Object.values(calls)) await fire(call, { connections: 16, seconds: 10 });
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Ledger, round ${round} of ${rounds}`);
    // Both come first equally often, because the second finds the disk busy with the writes of the first.
    const turns = round % 2 === 1 ? (['empty', 'full'] as const) : (['full', 'empty'] as const);
    for (const name of turns)
      rates[name].push((await fire(calls[name], { connections: 16, seconds: 3 })).requestsPerSecond);
  }
  for (const server of [empty.server, full.server, upstream]) await server.stop();
  const ratios = rates.empty.map((rate, index) => rate / (rates.full[index] ?? Number.NaN));
  const [few, many] = [median(rates.empty), median(rates.full)].map(Math.round);
  const what = `Calls, ${past.toLocaleString('en')} calls in the ledger against an empty one`;
  const ready = full.server.readySeconds;
  return [
    ratio(what, median(ratios), { most: 1.1 }, `${few}/s against ${many}/s`),
    { what: 'Start with these calls', measured: `${ready.toFixed(2)} s`, target: 'none', isMet: null },
  ];
}

async function seeded(dataFolder: string, past: number): Promise<string> {
  if (existsSync(join(dataFolder, 'seeded'))) return dataFolder;
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  console.log(`Seeding ${past.toLocaleString('en')} calls`);
  await seedLedger(dataFolder, past);
  writeFileSync(join(dataFolder, 'seeded'), '');
  return dataFolder;
}
