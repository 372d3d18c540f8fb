import Link from 'next/link';
import type { ReactNode } from 'react';
import { brokenRule, type Health, latelySince, shareText } from '../../lib/operator/health.ts';
import { items, type Overview } from '../../lib/operator/overview.ts';
import { countOf, groupedNumber } from '../../lib/text/numbers.ts';
import { momentText, utcDay } from '../../lib/text/times.ts';
import { credentialPage } from '../../lib/view/credential-page.ts';
import { quietButton } from '../shell/buttons.tsx';
import { ChangeButton } from './parts/change-button.tsx';
import { ChangeList } from './change-list.tsx';

interface Props {
  overview: Overview;
  mayDismiss: boolean;
  /** What a new portal needs. */
  steps?: ReactNode;
  /** Of the people, keys and accounts of which the changes speak. */
  names?: ReadonlyMap<string, string>;
}

/** The first page of the console: what needs somebody first, then sums, then what was changed. */
export function OverviewPage({ overview, mayDismiss, steps, names = new Map() }: Props) {
  const { at, broken, money, use, runningOut, changes } = overview;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Overview</h1>
      <p className="mt-1 text-sm text-quiet tabular-nums">As of {momentText(at)} UTC</p>
      {steps}
      <NeedsYou at={at} mayDismiss={mayDismiss} {...overview.needsYou} />
      <Part title="Failing products" about={`${brokenRule} ${brokenRows}`} ifNone="No failures.">
        {broken.map(({ product, ...health }) => (
          <Line
            key={product.id}
            href={callsOf(product.slug, at)}
            name={product.name}
            value={brokenWords(health)}
          />
        ))}
      </Part>
      {money && <Money {...money} />}
      <Use at={at} {...use} />
      {runningOut && (
        <Part title="Running out" ifNone="Every account has credits for a week, at yesterday’s pace.">
          {runningOut.map(({ account, available, perDay }) => (
            <Line
              key={account.id}
              href={`/operator/accounts/${account.id}`}
              name={account.name}
              value={`${groupedNumber(available)} left, ${groupedNumber(perDay)} spent yesterday`}
            />
          ))}
        </Part>
      )}
      {changes && (
        <section aria-labelledby="changes" className="mt-8">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="changes" className="text-base font-semibold">
              Recent changes
            </h2>
            <Link href="/operator/audit" className="text-sm text-accent underline underline-offset-4">
              The audit log
            </Link>
          </div>
          <ChangeList changes={changes} names={names} />
        </section>
      )}
    </>
  );
}

/** Counted by their end, listed by their start. */
const brokenRows =
  'Each product links to its calls that started in these hours. Calls that started earlier and ended in these hours are not listed there.';

function callsOf(slug: string, at: string): string {
  const query = new URLSearchParams({ product: slug, from: latelySince(Date.parse(at)) });
  return `/operator/calls?${query}`;
}

function brokenWords({ lately, usually, lastSuccessAt }: Health): string {
  const usual = usually.calls === 0 ? 'no calls in the week before' : `usually ${shareText(usually)}`;
  const share = `${groupedNumber(lately.failed)} of ${countOf(lately.calls, 'call')} failed (${shareText(lately)}, ${usual})`;
  const success =
    lastSuccessAt === null ? 'no success in a week' : `last success ${momentText(lastSuccessAt)} UTC`;
  return `${share} · ${success}`;
}

function NeedsYou({ at, mayDismiss, ...needs }: Overview['needsYou'] & { at: string; mayDismiss: boolean }) {
  const lines = [...needsOfOthers(needs, at), ...needsOfPortal(needs)];
  return (
    <Part title="Needs attention" ifNone="Nothing.">
      {lines.map(({ item, ...line }) => (
        <Line key={item} {...line} {...(mayDismiss && { item })} />
      ))}
    </Part>
  );
}

type NeedLine = LineProps & { item: string };

function needsOfOthers({ denied, failingWebhooks }: Overview['needsYou'], at: string): NeedLine[] {
  return [
    ...denied.map(({ product, calls, missing, credentials }) => ({
      item: items.denied(product.id),
      href: `${callsOf(product.slug, at)}&state=released`,
      name: product.name,
      value: missing
        ? `${credentials?.join(', ') ?? 'its upstream credential'} is missing: ${countOf(calls, 'call')} failed`
        : `its API refused ${credentials?.join(', ') ?? 'the portal’s credentials'} for ${countOf(calls, 'call')}`,
      ...(credentials && { remedy: credentialRemedy(credentials, missing) }),
    })),
    ...(failingWebhooks ?? []).map(({ webhookId, account, since }) => ({
      item: items.webhook(webhookId),
      href: `/operator/accounts/${account.id}`,
      name: `A webhook of ${account.name}`,
      value: `has not accepted events since ${momentText(since)} UTC`,
    })),
  ];
}

function credentialRemedy([name = '']: string[], missing: boolean): LineProps['remedy'] {
  return { href: credentialPage(name), label: missing ? 'Set credential' : 'Replace credential' };
}

function needsOfPortal(needs: Overview['needsYou']): NeedLine[] {
  const { failedMails, lastBackupAt, isBackupLate, auditSignedAt, isAuditSignatureLate } = needs;
  const backup = lastBackupAt === null ? 'none yet' : `the last one is from ${momentText(lastBackupAt)} UTC`;
  const signature =
    auditSignedAt === null ? 'was never signed' : `was last signed on ${momentText(auditSignedAt)} UTC`;
  const mails = {
    item: items.failedMails,
    href: '/operator/mails?state=failed',
    name: 'Emails that could not be sent',
    value: groupedNumber(failedMails),
  };
  const log = { item: items.auditSignature, href: '/operator/audit?verb=sign-audit', name: 'The audit log' };
  return [
    ...(failedMails > 0 ? [mails] : []),
    ...(isBackupLate
      ? [{ item: items.backup, name: 'Backup', value: backup, href: '/operator/backups' }]
      : []),
    ...(isAuditSignatureLate ? [{ ...log, value: signature }] : []),
  ];
}

function Part({
  title,
  about,
  ifNone,
  children,
}: {
  title: string;
  about?: string;
  ifNone: string;
  children: ReactNode[];
}) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-base font-semibold">{title}</h2>
      {about !== undefined && <p className="mt-1 max-w-prose text-sm text-quiet">{about}</p>}
      {children.length === 0 ? (
        <p className="mt-2 text-quiet">{ifNone}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">{children}</ul>
      )}
    </section>
  );
}

interface LineProps {
  /** The rows behind it. */
  href?: string;
  name: string;
  value: string;
  /** Where it is mended. */
  remedy?: { href: string; label: string };
  /** What its button dismisses. */
  item?: string;
}

function Line({ href, name, value, remedy, item }: LineProps) {
  const look = 'flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6 py-2.5';
  const content = (
    <>
      <span className="min-w-0 font-medium break-words">{name}</span>
      <span className="text-quiet tabular-nums">{value}</span>
    </>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4">
      {href === undefined ? (
        <span className={look}>{content}</span>
      ) : (
        <Link href={href} prefetch={false} className={`${look} hover:bg-sunk`}>
          {content}
        </Link>
      )}
      {remedy && (
        <Link href={remedy.href} prefetch={false} className={quietButton}>
          {remedy.label}
          <span className="sr-only"> of {name}</span>
        </Link>
      )}
      {item !== undefined && (
        <span className="py-1.5">
          <ChangeButton
            label="Dismiss"
            about={name}
            route="POST /api/operator/overview/dismissals"
            body={{ item }}
          />
        </span>
      )}
    </li>
  );
}

/** The credits of the portal. Each figure is the sum of the rows that it leads to. */
function Money({ issued, earned, held, outstanding }: NonNullable<Overview['money']>) {
  return (
    <Figures title="Money, in credits">
      <Figure
        name="Issued"
        value={groupedNumber(issued)}
        href="/operator/entries?kind=issued"
        about="Granted, including guest allowances"
      />
      <Figure name="Earned" value={groupedNumber(earned)} href="/operator/entries?kind=charge" />
      <Figure name="Held" value={groupedNumber(held)} href="/operator/calls?state=dispatched" />
      <Figure
        name="Outstanding"
        value={groupedNumber(outstanding)}
        href="/operator/entries"
        about="Issued but not yet earned: the whole ledger"
      />
    </Figures>
  );
}

/** The use of the day on which the overview was read. */
function Use({ at, today, yesterday, weekBefore }: Overview['use'] & { at: string }) {
  const before = (name: keyof typeof today) =>
    `${groupedNumber(yesterday[name])} yesterday, ${groupedNumber(weekBefore[name])} a week earlier`;
  const calls = callsToday(Date.parse(at));
  return (
    <Figures
      title="Usage today (UTC), so far"
      about="Counts calls that started today and have ended. The list of calls also has those that are still running. Accounts leads to the same list, which includes calls of guests, although guests are not accounts."
    >
      <Figure name="Calls" value={groupedNumber(today.calls)} href={calls} about={before('calls')} />
      <Figure
        name="Credits"
        value={groupedNumber(today.credits)}
        href={`${calls}&state=settled`}
        about={before('credits')}
      />
      <Figure name="Accounts" value={groupedNumber(today.accounts)} href={calls} about={before('accounts')} />
    </Figures>
  );
}

function callsToday(nowMs: number): string {
  return `/operator/calls?from=${utcDay(nowMs)}&to=${utcDay(nowMs)}`;
}

function Figures({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-base font-semibold">{title}</h2>
      {about !== undefined && <p className="mt-1 max-w-prose text-sm text-quiet">{about}</p>}
      <div className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</div>
    </section>
  );
}

const look = 'block rounded-md border border-line bg-card p-4';

interface OverviewFiguresProps {
  name: string;
  value: string;
  /** The rows behind it, if there is a list of them. */
  href?: string;
  about?: string;
}

/** A figure with its name, which leads to the rows behind it. */
function Figure({ name, value, href, about }: OverviewFiguresProps) {
  const content = (
    <>
      <span className="block text-sm text-quiet">{name}</span>
      <span className="block text-2xl font-semibold tabular-nums">{value}</span>
      {about !== undefined && <span className="block text-sm text-quiet">{about}</span>}
    </>
  );
  if (href === undefined) return <div className={look}>{content}</div>;
  return (
    <Link href={href} prefetch={false} className={`${look} hover:bg-sunk`}>
      {content}
    </Link>
  );
}
