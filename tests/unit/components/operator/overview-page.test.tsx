// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { OverviewPage } from '../../../../components/operator/overview/overview-page.tsx';
import type { Overview } from '../../../../lib/operator/overview.ts';

const product = { id: 'prd_1', slug: 'qr-code', name: 'QR code' };
const account = { id: 'acc_1', name: 'Acme' };
const use = { calls: 12, credits: 34, accounts: 5 };

const figures = { calls: 120, failed: 6, credits: 340, medianMs: 90, p95Ms: 400 };
const none = { calls: 0, failed: 0, credits: 0, medianMs: null, p95Ms: null };
const activity: Overview['activity'] = {
  ...{ period: 'week', from: '2026-11-24T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  ...{ beforeFrom: '2026-11-17T00:00:00.000Z', countedFrom: '2026-01-01T00:00:00.000Z' },
  totals: figures,
  totalsBefore: { ...figures, calls: 100, failed: 2, p95Ms: 500 },
  steps: [
    { at: '2026-11-30T12:00:00.000Z', ...figures, before: { ...figures, calls: 100 } },
    { at: '2026-11-30T16:00:00.000Z', ...none, before: none },
  ],
  topProducts: [{ product, calls: 100, failed: 6, credits: 300, change: -0.25 }],
  topAccounts: [{ account, calls: 90, failed: 0, credits: 340, change: null }],
  failures: [{ product, reason: '503', failed: 5, calls: 100, course: [0, 5] }],
};

const named = (name: string) => ({ id: `prd_${name}`, slug: name.toLowerCase(), name });

const overview: Overview = {
  at: '2026-11-30T15:20:00.000Z',
  needsYou: {
    openRequests: 0,
    ...{ failedMails: 2, lastBackupAt: null, isBackupLate: true },
    ...{ auditSignedAt: null, isAuditSignatureLate: true },
    denied: [
      { product, calls: 3, missing: false, credentials: ['QR_KEY'] },
      { product: named('Labels'), calls: 2, missing: true, credentials: ['LABELS_KEY'] },
      { product: named('Rates'), calls: 1, missing: true, credentials: null },
    ],
    unreadableDocuments: [],
    failingWebhooks: [{ webhookId: 'whk_1', account, since: '2026-11-30T12:00:00.000Z' }],
  },
  broken: [
    {
      ...{ product, isBroken: true, meanMs: 20, lastSuccessAt: null },
      ...{ lately: { calls: 5, failed: 4 }, usually: { calls: 100, failed: 1 } },
    },
  ],
  money: { issued: 900, earned: 500, outstanding: 400, held: 7 },
  use: { today: use, yesterday: use, weekBefore: use },
  activity,
  runningOut: [{ account, available: 3, perDay: 9 }],
  changes: [],
};

const lately = '/operator/calls?product=qr-code&from=2026-11-30T14%3A00%3A00.000Z';
const week = 'from=2026-11-24&to=2026-11-30';

it.each([
  ['Needs attention', 'See the calls ?: QR code is failing', lately],
  [
    'Needs attention',
    'See the calls ?: Rates has no',
    `${lately.replace('qr-code', 'rates')}&state=released`,
  ],
  ['Needs attention', 'See the account ?: A webhook of Acme', '/operator/accounts/acc_1'],
  ['Needs attention', 'See the emails', '/operator/mails?state=failed'],
  ['Needs attention', 'See the backups', '/operator/backups'],
  ['Needs attention', 'See its signatures', '/operator/audit?verb=sign-audit'],
  ['Calls', '120', `/operator/calls?${week}`],
  ['Credits earned', '340', `/operator/calls?${week}&state=settled`],
  ['Failed calls', '6', `/operator/calls?${week}&state=released`],
  ['Answer time', '90 ms', `/operator/calls?${week}`],
  ['Top products', 'QR code', `/operator/calls?product=qr-code&${week}`],
  ['Top accounts', 'Acme', '/operator/accounts/acc_1'],
  ['What fails', 'QR code', `/operator/calls?product=qr-code&state=released&${week}`],
  ['Running out', 'Acme', '/operator/accounts/acc_1'],
  ['Credits of the portal', '900', '/operator/entries?kind=issued'],
  ['Credits of the portal', '500', '/operator/entries?kind=charge'],
  ['Credits of the portal', '7', '/operator/calls?state=dispatched'],
  ['Credits of the portal', '400', '/operator/entries'],
])('under "%s", %s leads to %s', (region, name, address) => {
  render(<OverviewPage overview={overview} mayDismiss={false} />);
  const part = within(screen.getByRole('region', { name: region }));
  const link = part.getByRole('link', { name: new RegExp(`^${name}`) });
  expect(link.getAttribute('href')).toBe(address);
});

it.each([
  ['Calls', '▲ 20 % more than in the week before', 'text-good'],
  ['Failed calls', '▲ 3 points more than in the week before', 'text-bad'],
  ['Answer time', '▼ 100 ms less than in the week before', 'text-good'],
  ['Credits earned', 'the same as in the week before', 'text-quiet'],
  ['Top products', '▼ 25 % less than in the week before', 'text-bad'],
])('under "%s" the change is %s', (region, words, colour) => {
  render(<OverviewPage overview={overview} mayDismiss={false} />);
  const part = within(screen.getByRole('region', { name: region }));
  const change = part.getByText(
    (_text, element) => element?.textContent === words && element.tagName === 'SPAN',
  );
  expect(change.className).toContain(colour);
});

it('reads a chart by the arrow keys, and has it as a table without the time that is to come', async () => {
  render(<OverviewPage overview={overview} mayDismiss={false} />);
  const chart = screen.getByRole('slider', { name: 'Calls by time' });
  const textOf = () => chart.getAttribute('aria-valuetext');
  expect(textOf()).toBe('Mon 30 Nov, 12–16: Calls 120, Week before 100');
  chart.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(textOf()).toBe('Mon 30 Nov, 16–20: Calls 0, Week before 0');
  const rows = within(screen.getByRole('table', { name: /^Activity by time/, hidden: true })).getAllByRole(
    'row',
    { hidden: true },
  );
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Time (UTC)CallsCreditsFailedMedian95 %',
    'Mon 30 Nov, 12–16120 (100)340 (340)6 (6)90 ms (90 ms)400 ms (400 ms)',
  ]);
});

it('leads a portal without calls to its first call', () => {
  const empty = { ...overview, activity: { ...activity, countedFrom: null } };
  render(<OverviewPage overview={empty} mayDismiss={false} />);
  expect(screen.getByText(/^No calls yet/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the catalogue' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('slider')).toBeNull();
});

it('tells a credential that is missing from one that was refused', () => {
  render(<OverviewPage overview={overview} mayDismiss={false} />);
  const part = within(screen.getByRole('region', { name: 'Needs attention' }));
  const lines = ['QR code', 'Labels', 'Rates'].map(
    (name) => part.getByText(`${name} has no working credential.`).closest('li')?.textContent,
  );
  expect(lines).toEqual([
    'QR code has no working credential. Its API refused QR_KEY for 3 calls.Replace credential: QR code has no working credential.',
    'Labels has no working credential. LABELS_KEY is missing: 2 calls failed.Set credential: Labels has no working credential.',
    'Rates has no working credential. The credential of its API is missing: 1 call failed.See the calls: Rates has no working credential.',
  ]);
});
