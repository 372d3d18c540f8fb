import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { errorText } from '../../server/log.ts';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, figure, inTurns, median } from '../harness/findings.ts';
import { fire } from '../harness/load.ts';
import type { Running } from '../harness/processes.ts';
import { callOf, mayCall, seedCalls } from '../seeds/calls.ts';

/** The part of one processor that a portal gets. The rest is enough for the database, the upstream and the load. */
const share = 0.15;
const connections = 64;
const mostPortals = 4;

/** How many portals are called, and whether all callers share one purse. */
const loads = {
  one: { portals: 1, isOnePurse: false },
  two: { portals: 2, isOnePurse: false },
  four: { portals: mostPortals, isOnePurse: false },
  onePurse: { portals: 1, isOnePurse: true },
  twoOnePurse: { portals: 2, isOnePurse: true },
};
type LoadName = keyof typeof loads;

/** Several portals of a fixed share of a processor on one PostgreSQL, compared with one such portal. */
export async function measurePortals(bench: Bench): Promise<Finding[]> {
  const upstream = await bench.startUpstream();
  const postgres = await bench.startPostgres();
  const place = await postgres.makePlace('portals');
  const keys = await seedCalls(place, upstream.url, { count: connections * mostPortals });
  const portals: Running[] = [];
  while (portals.length < mostPortals) {
    const dataFolder = join(place.dataFolder, String(portals.length));
    portals.push(await bench.startPortal({ ...place, dataFolder }, mayCall(upstream)));
  }
  await postgres.untilIdle();
  for (const portal of portals) {
    const posts = keys.map((key) => callOf(portal, key));
    await fire(posts, { connections, seconds: 10 });
  }
  const limits = portals.map((portal, index) => limitProcessor(String(index), portal.processIds(), share));
  const refusal = limits.find((limit) => typeof limit === 'string');
  try {
    if (refusal === undefined) return await compareLoads(portals, keys);
    return [figure('Two and four portals of a fixed share against one', `not measured, because ${refusal}`)];
  } finally {
    for (const limit of limits) if (typeof limit !== 'string') limit.end();
  }
}

async function compareLoads(portals: Running[], keys: string[]): Promise<Finding[]> {
  const names = ['one', 'two', 'four', 'onePurse', 'twoOnePurse'] as const;
  const rates = await inTurns('Portals', names, 5, (name) => {
    const { isOnePurse, portals: count } = loads[name];
    return measure(portals.slice(0, count), isOnePurse ? keys.slice(0, 1) : keys);
  });
  const against = (what: string, name: LoadName, other: LoadName, least: number) => {
    const busy = (part: keyof Busy) => Math.round(100 * median(rates(name).map((all) => all.busy[part])));
    const more = `, the machine ${busy('machine')} % and the load generator ${busy('generator')} % busy`;
    const perSecond = (one: LoadName) => rates(one).map(({ requestsPerSecond }) => requestsPerSecond);
    return compare(what, perSecond(name), perSecond(other), { least }, undefined, more);
  };
  return [
    against('Two portals of a fixed share against one', 'two', 'one', 1.9),
    against('Four portals of a fixed share against one', 'four', 'one', 3.6),
    against('All calls from one purse: two portals against one', 'twoOnePurse', 'onePurse', 1.5),
  ];
}

/** How much a round made, and how busy the machine was. */
async function measure(
  portals: Running[],
  keys: string[],
): Promise<{ requestsPerSecond: number; busy: Busy }> {
  const posts = Array.from({ length: connections }, (_, index) =>
    portals.map((portal, turn) => callOf(portal, keys[(index * portals.length + turn) % keys.length] ?? '')),
  ).flat();
  const busySince = measureBusy();
  const { requestsPerSecond } = await fire(posts, { connections: posts.length, seconds: 5 });
  return { requestsPerSecond, busy: busySince() };
}

interface Busy {
  /** The busy part of all processors. */
  machine: number;
  /** The busy part of the thread that sends the requests. */
  generator: number;
}

/** Starts to measure. The returned function says which share of the time processors were busy since. */
function measureBusy(): () => Busy {
  const ticks = machineTicks();
  const loop = performance.eventLoopUtilization();
  return () => {
    const now = machineTicks();
    const all = now.all - ticks.all;
    return {
      machine: (all - (now.idle - ticks.idle)) / all,
      generator: performance.eventLoopUtilization(loop).utilization,
    };
  };
}

function machineTicks(): { all: number; idle: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // User, nice, system, idle, waiting for a disk, and more. Guests are counted as users.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { all: ticks.reduce((sum, one) => sum + one, 0), idle: idle + waiting };
}

/** Short, so that a process which has used its share waits for some milliseconds only. */
const periodUs = 10_000;

interface ProcessorShare {
  /** Lets the group go, with its processes. */
  end(): void;
}

/**
 * Limits processes together to a share of one processor, by a control group of Linux. Returns the reason where the
 * machine does not allow it.
 */
function limitProcessor(name: string, processIds: number[], share: number): ProcessorShare | string {
  const parent = existsSync('/sys/fs/cgroup/cgroup.controllers') ? secondVersion : firstVersion;
  const group = join(parent.folder, `farebox-${process.pid}-${name}`);
  const move = (folder: string) => {
    for (const processId of processIds) writeFileSync(join(folder, 'cgroup.procs'), String(processId));
  };
  try {
    mkdirSync(group);
    parent.limit(group, share * periodUs);
    move(group);
    return {
      end() {
        move(parent.folder);
        rmdirSync(group);
      },
    };
  } catch (error) {
    if (existsSync(group)) rmdirSync(group);
    return `this machine limits no processes: ${errorText(error)}`;
  }
}

interface Groups {
  folder: string;
  limit: (group: string, quotaUs: number) => void;
}

const firstVersion: Groups = {
  folder: '/sys/fs/cgroup/cpu',
  limit(group, quotaUs) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
  },
};

const secondVersion: Groups = {
  folder: '/sys/fs/cgroup',
  limit(group, quotaUs) {
    const controllers = join(secondVersion.folder, 'cgroup.subtree_control');
    if (!readFileSync(controllers, 'utf8').includes('cpu')) writeFileSync(controllers, '+cpu');
    writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`);
  },
};
