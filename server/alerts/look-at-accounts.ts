import { creditsText } from '../../lib/text/count-text.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { nameInMail } from '../../lib/text/name-text.ts';
import { utcDay } from '../../lib/text/utc-day.ts';
import type { Settings } from '../env.ts';
import type { ReachAlertsPayload } from '../store/alert-changes.ts';
import type { AlertedPurse, Alerts, AlertSubject, SpentRow, WatchedAlertRow } from '../store/alerts.ts';
import type { MailText } from '../store/mail-changes.ts';
import type { Writer } from '../store/writer.ts';
import { assessAlerts, periodOf, type ReachedAlertRow } from './assess-alerts.ts';

export interface AlertContext {
  settings: Pick<Settings, 'url'>;
  store: { alerts: Alerts; writer: Writer };
}

/** An alert tells up to 20 members: a few milliseconds of the writer. */
const mostAtOnce = 10;

/** Finds which alerts of some accounts are reached, and tells of them. `from`: the first day that may have news. */
export async function lookAtAccounts(
  context: AlertContext,
  accountKeys: number[],
  { now, from }: { now: number; from: string },
): Promise<void> {
  const { alerts, writer } = context.store;
  const purses = await alerts.readPurses(accountKeys);
  const spent = await readSpent(alerts, purses, from);
  const reached: ReachAlertsPayload['reached'] = [];
  const rearmed: ReachAlertsPayload['rearmed'] = [];
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
): Promise<ReachAlertsPayload['reached'][number]> {
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
export function firstDayWithNews(now: number, isKnown: boolean): string {
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
  return { subject, text: `${sentence}\n\nThe alerts of the account, and whom they tell: ${url}/credits\n` };
}
