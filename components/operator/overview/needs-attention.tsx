import Link from 'next/link';
import { brokenRule, type Health, latelySince, shareText } from '../../../lib/operator/health.ts';
import { items, type Overview } from '../../../lib/operator/overview.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { credentialPage } from '../../../lib/view/credential-page.ts';
import { clockIcon, lockIcon, mailIcon, requestsIcon, shieldIcon } from '../../shell/icon-paths.ts';
import { Icon, stopIcon } from '../../shell/icons.tsx';
import { ChangeButton } from '../parts/change-button.tsx';
import { Info } from '../parts/info.tsx';

/** What somebody has to look at: products that fail, credentials, webhooks, mails, backup and the audit log. */
export function NeedsAttention({ overview, mayDismiss }: { overview: Overview; mayDismiss: boolean }) {
  const { at, broken, needsYou } = overview;
  const lines = [
    ...brokenLines(broken, at),
    ...linesOfOthers(needsYou, at),
    ...documentLines(needsYou),
    ...requestLines(needsYou),
    ...linesOfPortal(needsYou),
  ];
  return (
    <section aria-label="Needs attention" className="mt-5 rounded-lg border border-line bg-card">
      <div className="flex min-h-11 items-center gap-2 px-4 py-2">
        <h2 className="text-base font-semibold">Needs attention</h2>
        {lines.length > 0 && (
          <span className="rounded-full bg-accent-soft px-2 text-xs leading-5 font-medium text-accent tabular-nums">
            {lines.length}
          </span>
        )}
        <Info label="When a product is failing">
          {brokenRule} Its list of calls has those that started in these hours.
        </Info>
        {lines.length === 0 && <span className="ml-auto text-dense text-quiet">Nothing</span>}
      </div>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <NeedLine key={`${line.name} ${line.item ?? ''}`} {...line} mayDismiss={mayDismiss} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Line {
  icon: string;
  isBad?: boolean;
  name: string;
  value: string;
  /** The rows behind it, or where it is mended. */
  step?: { href: string; label: string };
  /** What its button dismisses. */
  item?: string;
}

function NeedLine({
  icon,
  isBad = false,
  name,
  value,
  step,
  item,
  mayDismiss,
}: Line & { mayDismiss: boolean }) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-rule px-4 py-2 text-dense rail:grid-cols-[1rem_minmax(0,1fr)_auto]">
      <Icon path={icon} className={`size-4 ${isBad ? 'text-bad' : 'text-warn'}`} />
      <p className="min-w-0 break-words">
        <strong className="font-semibold">{name}</strong> <span className="text-quiet">{value}</span>
      </p>
      <span className="flex flex-wrap items-center gap-2 max-rail:col-start-2">
        {step && (
          <Link href={step.href} prefetch={false} className="button button-small">
            {step.label}
            <span className="sr-only">: {name}</span>
          </Link>
        )}
        {mayDismiss && item !== undefined && (
          <ChangeButton
            label="Dismiss"
            about={name}
            route="POST /api/operator/overview/dismissals"
            body={{ item }}
          />
        )}
      </span>
    </li>
  );
}

/** Counted by their end, listed by their start. */
function callsOf(slug: string, at: string): string {
  const query = new URLSearchParams({ product: slug, from: latelySince(Date.parse(at)) });
  return `/operator/calls?${query}`;
}

function brokenLines(broken: Overview['broken'], at: string): Line[] {
  return broken.map(({ product, ...health }) => ({
    ...{ icon: stopIcon, isBad: true },
    name: `${product.name} is failing.`,
    value: brokenWords(health),
    step: { href: callsOf(product.slug, at), label: 'See the calls' },
  }));
}

function requestLines({ openRequests }: Overview['needsYou']): Line[] {
  if (openRequests === 0) return [];
  return [
    {
      icon: requestsIcon,
      name: openRequests === 1 ? 'An account waits for your approval.' : 'Accounts wait for your approval.',
      value: `${countOf(openRequests, 'request')} to call a product.`,
      step: { href: '/operator/requests?state=open', label: 'Decide' },
    },
  ];
}

function brokenWords({ lately, usually, lastSuccessAt }: Health): string {
  const usual = usually.calls === 0 ? 'no calls in the week before' : `usually ${shareText(usually)}`;
  const share = `${groupedNumber(lately.failed)} of ${countOf(lately.calls, 'call')} failed (${shareText(lately)}, ${usual})`;
  const success =
    lastSuccessAt === null ? 'no success in a week' : `last success ${momentText(lastSuccessAt)} UTC`;
  return `${share} · ${success}`;
}

function documentLines({ unreadableDocuments }: Overview['needsYou']): Line[] {
  return unreadableDocuments.map(({ slug, name, problem, failures }) => ({
    icon: stopIcon,
    item: items.document(slug),
    name: `The document of ${name} cannot be read.`,
    value: `${countOf(failures, 'look')} in a row failed: ${problem}`,
    step: { href: `/operator/apis/${slug}`, label: 'See the API' },
  }));
}

function linesOfOthers({ denied, failingWebhooks }: Overview['needsYou'], at: string): Line[] {
  return [
    ...denied.map(({ product, calls, missing, credentials }) => ({
      ...{ icon: lockIcon, isBad: true },
      item: items.denied(product.id),
      name: `${product.name} has no working credential.`,
      value: missing
        ? `${credentials?.join(', ') ?? 'The credential of its API'} is missing: ${countOf(calls, 'call')} failed.`
        : `Its API refused ${credentials?.join(', ') ?? 'the portal’s credentials'} for ${countOf(calls, 'call')}.`,
      step: credentials
        ? {
            href: credentialPage(credentials[0] ?? ''),
            label: missing ? 'Set credential' : 'Replace credential',
          }
        : { href: `${callsOf(product.slug, at)}&state=released`, label: 'See the calls' },
    })),
    ...(failingWebhooks ?? []).map(({ webhookId, account, since }) => ({
      icon: stopIcon,
      item: items.webhook(webhookId),
      name: `A webhook of ${account.name} fails.`,
      value: `It has not accepted events since ${momentText(since)} UTC.`,
      step: { href: `/operator/accounts/${account.id}`, label: 'See the account' },
    })),
  ];
}

function linesOfPortal(needs: Overview['needsYou']): Line[] {
  const { failedMails, lastBackupAt, isBackupLate, auditSignedAt, isAuditSignatureLate } = needs;
  const mails: Line = {
    ...{ icon: mailIcon, item: items.failedMails },
    name: 'Emails could not be sent.',
    value: `${countOf(failedMails, 'email')} failed.`,
    step: { href: '/operator/mails?state=failed', label: 'See the emails' },
  };
  const backup: Line = {
    ...{ icon: clockIcon, item: items.backup },
    name: lastBackupAt === null ? 'There is no backup yet.' : 'The last backup is old.',
    value:
      lastBackupAt === null ? 'All data is in one place.' : `It is from ${momentText(lastBackupAt)} UTC.`,
    step: { href: '/operator/backups', label: 'See the backups' },
  };
  const log: Line = {
    ...{ icon: shieldIcon, item: items.auditSignature },
    name: 'The audit log is not signed.',
    value:
      auditSignedAt === null
        ? 'It was never signed.'
        : `It was last signed on ${momentText(auditSignedAt)} UTC.`,
    step: { href: '/operator/audit?verb=sign-audit', label: 'See its signatures' },
  };
  return [
    ...(failedMails > 0 ? [mails] : []),
    ...(isBackupLate ? [backup] : []),
    ...(isAuditSignatureLate ? [log] : []),
  ];
}
