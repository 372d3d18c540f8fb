import { templateSchema } from '../../lib/operation/operation.ts';
import { items, type Overview } from '../../lib/operator/overview.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { utcDay } from '../../lib/text/times.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../context.ts';
import { portalPublishing, secretNames } from '../products/online-hindrance.ts';
import type { DayUse, PaceRow, Spending } from '../store/operation/read-overview.ts';
import type { OperatorChange } from './change.ts';
import { keeping, healthHours, readBroken } from './read-health.ts';
import { listAudit } from './audit.ts';
import { type OverviewQuery, readActivity } from './read-activity.ts';
import { mayDo } from '../rights.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** The log is signed in the first hour of a day. */
const lateSignatureMs = dayMs + 2 * hourMs;
const daysLeft = 7;
/** Servers of documents fail now and then. */
const leastFailures = 3;
const mostShown = 8;
/** Of products whose credentials were missing: some are mended. */
const mostConsidered = 4 * mostShown;

type Sums = Omit<Overview, 'changes' | 'activity'>;
type Summed = Pick<Context, 'store' | 'secret' | 'settings'>;

/** Sums of all purses take milliseconds of a processor that calls need. */
const sums = keeping<Sums>({ keptMs: 2_000 });
/** These read a row or more of each account, which takes long if there are many. */
const ofAllAccounts = { keptMs: 2_000, servedMs: 8_000 };
const todays = keeping<DayUse>(ofAllAccounts);
const paces = keeping<PaceRow[]>(ofAllAccounts);
/** A day that is over changes little: by calls that end late, and by those that an operator settles. */
const wholeDays = keeping<DayUse>({ keptMs: hourMs });
const spendings = keeping<Spending>({ keptMs: hourMs });
/** In the hour after a day, when calls of it still end, its sums are read again after so long. */
const lateMs = 10 * 60_000;

/** The first page of the console, with what the caller may see. */
export async function readOverview(
  context: Context,
  caller: Caller,
  query: OverviewQuery = { period: 'week' },
): Promise<Overview> {
  const nowMs = Date.now();
  const [all, changes] = await Promise.all([
    sums(context.store, 'all', nowMs, () => readSums(context, nowMs)),
    mayDo(caller, 'read-audit') ? readChanges(context) : null,
  ]);
  const activity = await readActivity(context, caller, query, nowMs);
  const needsYou = await withoutDismissed(context.store, all);
  const { denied, failingWebhooks } = needsYou;
  const maySeeNames = mayDo(caller, 'read-credentials');
  return {
    ...all,
    needsYou: {
      ...needsYou,
      denied: maySeeNames ? denied : denied.map((one) => ({ ...one, credentials: null })),
      failingWebhooks: mayDo(caller, 'read-accounts') ? failingWebhooks : null,
    },
    money: mayDo(caller, 'read-money') ? all.money : null,
    runningOut: mayDo(caller, 'read-accounts') ? all.runningOut : null,
    activity,
    changes,
  };
}

/** The items that are shown now, or were up to two seconds ago. */
async function itemsNow(context: Summed, nowMs: number): Promise<string[]> {
  return itemsOf((await sums(context.store, 'all', nowMs, () => readSums(context, nowMs))).needsYou);
}

function itemsOf({ denied, failingWebhooks, ...needs }: Overview['needsYou']): string[] {
  return [
    ...denied.map(({ product }) => items.denied(product.id)),
    ...(failingWebhooks ?? []).map(({ webhookId }) => items.webhook(webhookId)),
    ...needs.unreadableDocuments.map(({ slug }) => items.document(slug)),
    ...(needs.failedMails > 0 ? [items.failedMails] : []),
    ...(needs.isBackupLate ? [items.backup] : []),
    ...(needs.isAuditSignatureLate ? [items.auditSignature] : []),
  ];
}

/** The sums are of up to two seconds ago, and have what was dismissed since. */
async function withoutDismissed({ overview }: Context['store'], { at, needsYou }: Sums) {
  const shown = itemsOf(needsYou);
  const dismissed = shown.length > 0 ? await overview.dismissed(shown) : new Map<string, Date>();
  const isOpen = (item: string) => (dismissed.get(item)?.getTime() ?? -1) < Date.parse(at);
  return {
    ...needsYou,
    denied: needsYou.denied.filter(({ product }) => isOpen(items.denied(product.id))),
    unreadableDocuments: needsYou.unreadableDocuments.filter(({ slug }) => isOpen(items.document(slug))),
    failingWebhooks:
      needsYou.failingWebhooks?.filter(({ webhookId }) => isOpen(items.webhook(webhookId))) ?? null,
    failedMails: isOpen(items.failedMails) ? needsYou.failedMails : 0,
    isBackupLate: needsYou.isBackupLate && isOpen(items.backup),
    isAuditSignatureLate: needsYou.isAuditSignatureLate && isOpen(items.auditSignature),
  };
}

async function readChanges(context: Context) {
  return (await listAudit(context, { pageSize: mostShown })).list;
}

async function readSums(context: Summed, nowMs: number): Promise<Sums> {
  const { store } = context;
  const { overview, mails, audit, lastBackup } = store;
  const dismissed = await overview.dismissed([items.failedMails, items.backup, items.auditSignature]);
  const dayBefore = (days: number) => utcDay(nowMs - days * dayMs);
  const whole = (day: string) => wholeDays(store, keptName(day, nowMs), nowMs, () => overview.useOf(day));
  const [broken, denied, money, failedMails, backupMs, logEnd, webhooks, ...rest] = await Promise.all([
    ...([readBroken(store, nowMs, mostShown), readDenied(context, nowMs), overview.money()] as const),
    ...([mails.countFailed(dismissed.get(items.failedMails)), lastBackup(), audit.end()] as const),
    overview.failingWebhooks(new Date(nowMs - hourMs), mostShown),
    // Yesterday is whole, so that it can be compared with the same weekday of a week before.
    ...([whole(dayBefore(1)), whole(dayBefore(8))] as const),
  ]);
  // Not beside the others, which would wait for them.
  const [today, runningOut] = await Promise.all([
    todays(store, dayBefore(0), nowMs, () => overview.useOf(dayBefore(0))),
    paces(store, dayBefore(1), nowMs, () => readRunningOut(store, nowMs)),
  ]);
  const [yesterday, weekBefore] = rest;
  const openRequests = await store.access.countOpen();
  const unreadableDocuments = await store.imports.unreadable(leastFailures, mostShown);
  const signedMs = logEnd?.signedAtMs;
  const { issued, earned, held } = money;
  const isLate = (item: string, lastMs: number | undefined, afterMs: number) => {
    const sinceMs = lastMs === undefined ? 0 : lastMs + afterMs;
    return nowMs > sinceMs && (dismissed.get(item)?.getTime() ?? -1) < sinceMs;
  };
  return {
    at: new Date(nowMs).toISOString(),
    needsYou: {
      failedMails,
      lastBackupAt: isoOf(backupMs),
      isBackupLate: isLate(items.backup, backupMs, dayMs),
      auditSignedAt: isoOf(signedMs),
      isAuditSignatureLate: logEnd !== undefined && isLate(items.auditSignature, signedMs, lateSignatureMs),
      ...{ denied, unreadableDocuments, openRequests },
      failingWebhooks: webhooks.map(({ since, ...webhook }) => ({ ...webhook, since: since.toISOString() })),
    },
    broken,
    money: { issued, earned, outstanding: issued - earned, held },
    use: { today, yesterday, weekBefore },
    runningOut,
  };
}

async function readRunningOut(store: Context['store'], nowMs: number): Promise<PaceRow[]> {
  const day = utcDay(nowMs - dayMs);
  const spending = await spendings(store, keptName(day, nowMs), nowMs, () => store.overview.spendingOf(day));
  return store.overview.runningOut(spending, daysLeft, mostShown);
}

function keptName(day: string, nowMs: number): string {
  const overMs = nowMs - Date.parse(day) - dayMs;
  return overMs < hourMs ? `${day} ${Math.floor(overMs / lateMs)}` : day;
}

async function readDenied(context: Summed, nowMs: number) {
  const { overview, publications } = context.store;
  const rows = await overview.denied(healthHours(nowMs).lately, mostConsidered);
  if (rows.length === 0) return [];
  const { secrets } = await portalPublishing(context);
  const names = await overview.productNames(rows.map(({ productKey }) => productKey));
  const stored = await publications.products([...names.values()].map(({ slug }) => slug));
  const documents = new Map(stored.map(({ slug, document }) => [slug, document]));
  const denied = rows.flatMap(({ productKey, calls, isRefused }) => {
    const product = names.get(productKey);
    const needed = namesIn(product && documents.get(product.slug));
    const missing = needed.filter((name) => !secrets.has(name));
    // It was missing then, and is there now.
    if (!product || (missing.length === 0 && !isRefused)) return [];
    return {
      product,
      calls,
      missing: missing.length > 0,
      credentials: missing.length > 0 ? missing : needed,
    };
  });
  return denied.slice(0, mostShown);
}

function namesIn(document = '{}'): string[] {
  return secretNames(templateSchema.safeParse(JSON.parse(document)).data ?? {});
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** Takes an item from what needs somebody until it happens again. Only what is shown can be dismissed. */
export const dismissItem: OperatorChange<{ item: string }, 'dismiss-item', { item: string }> = {
  right: 'dismiss-item',
  alsoNeeds: (_context, { item }) => (item.startsWith('webhook:') ? 'read-accounts' : undefined),
  verb: 'dismiss-item',
  status: 200,
  async prepare(context, { item }) {
    const now = Date.now();
    if (item !== items.firstSteps && !(await itemsNow(context, now)).includes(item))
      throw new Problem(
        'not-found',
        `Nothing under “Needs attention” has the name ${JSON.stringify(item)} now.`,
      );
    return { payload: { item, now }, given: { item } };
  },
  answer: (_result, given) => given,
};
