import type { Overview } from '../../lib/operator/overview.ts';
import { utcDay } from '../../lib/text/utc-day.ts';
import type { Caller } from '../callers/caller.ts';
import { endOf } from '../calls/list-calls.ts';
import type { Context } from '../portal/context.ts';
import { listAudit } from './list-audit.ts';
import { mayDo } from './rights.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Sums of all purses take milliseconds, in which no call runs. */
const keptMs = 2_000;
/** What the newest calls say of the products that are called. More would take too long to read. */
const newestCalls = 1_000;
const daysLeft = 7;
const mostShown = 8;

/** What the API did, and not the caller. */
const failures = new Set(['upstream5xx', 'timeout', 'partialStream', 'refused']);

type Sums = Omit<Overview, 'changes'>;

const cached = new WeakMap<Context['store'], { atMs: number; sums: Promise<Sums> }>();

/** The first page of the console, with what the caller may see. */
export async function readOverview(context: Context, caller: Caller): Promise<Overview> {
  const sums = await sumsOf(context);
  return {
    ...sums,
    money: mayDo(caller, 'read-money') ? sums.money : null,
    runningOut: mayDo(caller, 'read-accounts') ? sums.runningOut : null,
    changes: mayDo(caller, 'read-audit') ? (await listAudit(context, { pageSize: mostShown })).list : null,
  };
}

function sumsOf(context: Context): Promise<Sums> {
  const known = cached.get(context.store);
  const atMs = Date.now();
  if (known && atMs - known.atMs < keptMs) return known.sums;
  const sums = readSums(context, atMs);
  cached.set(context.store, { atMs, sums });
  sums.catch(() => cached.delete(context.store));
  return sums;
}

async function readSums({ store }: Context, nowMs: number): Promise<Sums> {
  const { overview, mails, lastBackup } = store;
  const dayBefore = (days: number) => utcDay(nowMs - days * dayMs);
  const [failedMails, backupMs, money, today, weekAgo, runningOut, broken] = await Promise.all([
    ...([mails.countFailed(), lastBackup(), overview.money()] as const),
    ...([overview.useOf(dayBefore(0)), overview.useOf(dayBefore(7))] as const),
    overview.runningOut(dayBefore(1), daysLeft, mostShown),
    readBroken(store, nowMs),
  ]);
  const { issued, earned, held } = money;
  return {
    at: new Date(nowMs).toISOString(),
    needsYou: {
      failedMails,
      lastBackupAt: backupMs === undefined ? null : new Date(backupMs).toISOString(),
    },
    broken,
    money: { issued, earned, outstanding: issued - earned, held },
    use: { today, weekAgo },
    runningOut,
  };
}

async function readBroken({ calls }: Context['store'], nowMs: number): Promise<Overview['broken']> {
  const rows = await calls.newest(new Date(nowMs - hourMs), newestCalls);
  const byProduct = new Map<string, Overview['broken'][number]>();
  for (const { product, ending } of rows) {
    const one = byProduct.get(product.id) ?? { product, failed: 0, calls: 0 };
    one.calls += 1;
    if (failures.has(endOf(ending).outcome ?? '')) one.failed += 1;
    byProduct.set(product.id, one);
  }
  const broken = [...byProduct.values()].filter(({ failed }) => failed > 0);
  return broken.sort((one, other) => other.failed - one.failed).slice(0, mostShown);
}
