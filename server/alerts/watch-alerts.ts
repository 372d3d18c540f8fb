import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../lib/problem/problem.ts';
import { nameInMail } from '../../lib/text/names.ts';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import { utcDay } from '../../lib/text/times.ts';
import type { Settings } from '../env.ts';
import { errorText, log } from '../log.ts';
import type { MailText } from '../store/messages/queue-mail.ts';
import type {
  AlertedPurse,
  AlertSubject,
  SpentRow,
  WatchedAlertRow,
  Alerts,
} from '../store/messages/read-alerts.ts';
import type { Tending } from '../store/store.ts';
import { isMoved } from '../store/write-change.ts';
import { WriterError, type Writer, type Payload } from '../store/writer.ts';
import { assessAlerts, periodOf, type ReachedAlertRow } from './assess-alerts.ts';

const everyMs = 3_000;
/** A few milliseconds of the database each, then calls go first. */
const mostListed = 500;
const mostChanged = 10;
const pauseMs = 10;

/** What a process has seen of the accounts that have alerts: their version. */
export type SeenAccounts = ReadonlyMap<number, string>;

/** Looks every few seconds for alerts that are reached, until it is stopped. */
export function watchAlerts(context: AlertContext): Tending {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function work(): Promise<void> {
    let seen: SeenAccounts = new Map();
    while (!signal.aborted) {
      try {
        seen = await look(context, seen, { signal });
      } catch (error) {
        tell(error);
      }
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/**
 * Looks at the accounts whose purse or alerts have changed since the last look, and at all in the first one, which finds
 * what another process has not told. Returns what it has seen.
 */
export async function look(
  context: AlertContext,
  before: SeenAccounts,
  { now = () => Date.now(), signal }: { now?: () => number; signal?: AbortSignal } = {},
): Promise<SeenAccounts> {
  const seen = new Map<number, string>();
  const missed = new Set<number>();
  for (let after = 0, isDone = false; !isDone && !signal?.aborted; ) {
    const accounts = await context.store.alerts.alertedAccounts(after, mostListed);
    const changed = accounts.filter(({ accountKey, version }) => before.get(accountKey) !== version);
    for (const isKnown of [true, false]) {
      const keys = changed.map(({ accountKey }) => accountKey).filter((key) => before.has(key) === isKnown);
      for (let start = 0; start < keys.length && !signal?.aborted; start += mostChanged) {
        const part = keys.slice(start, start + mostChanged);
        const moment = { now: now(), from: firstDayWithNews(now(), isKnown) };
        await lookAtAccounts(context, part, moment).catch((error: unknown) => {
          tell(error);
          for (const key of part) missed.add(key);
        });
        await setTimeout(pauseMs);
      }
    }
    for (const { accountKey, version } of accounts)
      if (!missed.has(accountKey)) seen.set(accountKey, version);
    after = accounts.at(-1)?.accountKey ?? after;
    isDone = accounts.length < mostListed;
    if (!isDone) await setTimeout(pauseMs);
  }
  return seen;
}

/** A data folder that moves tells nothing, and a lost database is told by its reader. */
function tell(error: unknown): void {
  if (error instanceof Problem) return;
  if (error instanceof WriterError && (isMoved(error) || error.code === 'writer-stopped')) return;
  log('error', 'alerts-not-watched', { error: errorText(error) });
}

interface AlertContext {
  settings: Pick<Settings, 'url'>;
  store: { alerts: Alerts; writer: Writer };
}

/** An alert tells up to 20 members: a few milliseconds of the writer. */
const mostAtOnce = 10;

/** Finds which alerts of some accounts are reached, and tells of them. `from`: the first day that may have news. */
async function lookAtAccounts(
  context: AlertContext,
  accountKeys: number[],
  { now, from }: { now: number; from: string },
): Promise<void> {
  const { alerts, writer } = context.store;
  const purses = await alerts.readPurses(accountKeys);
  const spent = await readSpent(alerts, purses, from);
  const reached: Payload<'reach-alerts'>['reached'] = [];
  const rearmed: Payload<'reach-alerts'>['rearmed'] = [];
  for (const purse of purses) {
    const assessed = assessAlerts(
      purse,
      spent.filter(({ purseKey }) => purseKey === purse.purseKey),
    );
    for (const row of assessed.reached) reached.push(await describe(context, purse, row));
    rearmed.push(...assessed.rearmed.map(seen));
  }
  for (let start = 0; start < Math.max(reached.length, rearmed.length); start += mostAtOnce) {
    const end = start + mostAtOnce;
    const part = { reached: reached.slice(start, end), rearmed: rearmed.slice(start, end) };
    await writer.run('reach-alerts', { now, ...part });
  }
}

/** By day and by month, of the purses that have an alert of it. */
async function readSpent(alerts: Alerts, purses: AlertedPurse[], from: string): Promise<SpentRow[]> {
  const spent: SpentRow[] = [];
  for (const per of ['day', 'month'] as const) {
    const watched = purses.filter((purse) => purse.alerts.some(({ watches }) => watches === per));
    const keys = watched.flatMap(({ purseKey }) => purseKey ?? []);
    const first = per === 'day' ? from : `${periodOf(per, from)}-01`;
    if (keys.length > 0) spent.push(...(await alerts.readSpent(keys, per, first)));
  }
  return spent;
}

async function describe(
  { settings, store }: AlertContext,
  { account }: AlertedPurse,
  row: ReachedAlertRow,
): Promise<Payload<'reach-alerts'>['reached'][number]> {
  const { alert, period } = row;
  const of = await store.alerts.readSubject(alert);
  const mail = alertMail(row, { account, of, url: settings.url });
  return {
    ...seen(alert),
    period,
    mail,
    event: { account: { id: account.id, name: account.name }, ...eventOf(row, of) },
  };
}

function seen({ key, watchedSince }: WatchedAlertRow) {
  return { alertKey: key, watchedSince: watchedSince.getTime() };
}

/** Names of people and keys stay in the portal. */
function eventOf({ alert, period, amount }: ReachedAlertRow, of: AlertSubject | null) {
  const { id, watches, credits } = alert;
  return {
    id,
    watches,
    credits,
    amount,
    of: of && { kind: of.kind, id: of.id },
    period: watches === 'balance' ? null : period,
  };
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Longer than any call runs: its credits belong to the day on which it began. */
const longestCallMs = dayMs;
/** What a portal that was killed may not have told. */
const longestStopMs = 31 * dayMs;

/** `isKnown`: whether this process has looked at the accounts before. */
function firstDayWithNews(now: number, isKnown: boolean): string {
  return utcDay(now - (isKnown ? longestCallMs : longestStopMs));
}

interface Told {
  account: { id: string; name: string };
  of: AlertSubject | null;
  /** The portal. */
  url: string;
}

const kinds = { key: 'API key', member: 'member' };
const kindsInSubject = { key: 'API key', member: 'Member' };

/** The id beside a name is how the mails with the names of an erased person are found. */
export function alertMail({ alert, period, amount }: ReachedAlertRow, told: Told): MailText {
  const { of, url } = told;
  const account = nameInMail(told.account.name);
  const named = `"${account}" (${told.account.id})`;
  const name = nameInMail(of?.name ?? '');
  const limit = groupedNumber(alert.credits);
  const spent = `spent ${creditsText(amount)} in ${period}`;
  const whose = of ? `The ${kinds[of.kind]} "${name}" (${of.id}) of the account` : 'The account';
  const [subject, sentence] =
    alert.watches === 'balance'
      ? [
          `The balance of ${account} is below ${limit}`,
          `The balance of the account ${named} is ${creditsText(amount)}, which is below ${limit}.`,
        ]
      : [
          `${of ? `${kindsInSubject[of.kind]} ${name} of ${account}` : account} has ${spent}`,
          `${whose} ${named} has ${spent} (UTC). The alert is at ${limit}.`,
        ];
  return { subject, text: `${sentence}\n\nThe alerts of the account, and who gets them: ${url}/credits\n` };
}
