// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OverviewPage } from '../../../../components/operator/overview-page.tsx';
import type { Overview } from '../../../../lib/operator/overview.ts';

const product = { id: 'prd_1', slug: 'qr-code', name: 'QR code' };
const account = { id: 'acc_1', name: 'Acme' };
const use = { calls: 12, credits: 34, accounts: 5 };

const named = (name: string) => ({ id: `prd_${name}`, slug: name.toLowerCase(), name });

const overview: Overview = {
  at: '2026-11-30T15:20:00.000Z',
  needsYou: {
    ...{ failedMails: 2, lastBackupAt: null, isBackupLate: true },
    ...{ auditSignedAt: null, isAuditSignatureLate: true },
    denied: [
      { product, calls: 3, missing: false, credentials: ['QR_KEY'] },
      { product: named('Labels'), calls: 2, missing: true, credentials: ['LABELS_KEY'] },
      { product: named('Rates'), calls: 1, missing: true, credentials: null },
    ],
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
  runningOut: [{ account, available: 3, perDay: 9 }],
  changes: [],
};

const broken = '/operator/calls?product=qr-code&from=2026-11-30T14%3A00%3A00.000Z';
const today = '/operator/calls?from=2026-11-30&to=2026-11-30';

it.each([
  ['Needs attention', 'QR code', `${broken}&state=released`],
  ['Needs attention', 'A webhook of Acme', '/operator/accounts/acc_1'],
  ['Needs attention', 'Emails that could not be sent', '/operator/mails?state=failed'],
  ['Needs attention', 'The audit log', '/operator/audit?verb=sign-audit'],
  ['Failing products', 'QR code', broken],
  ['Money, in credits', 'Issued', '/operator/entries?kind=issued'],
  ['Money, in credits', 'Earned', '/operator/entries?kind=charge'],
  ['Money, in credits', 'Held', '/operator/calls?state=dispatched'],
  ['Money, in credits', 'Outstanding', '/operator/entries'],
  ['Usage today (UTC), so far', 'Calls', today],
  ['Usage today (UTC), so far', 'Credits', `${today}&state=settled`],
  ['Usage today (UTC), so far', 'Accounts', today],
  ['Running out', 'Acme', '/operator/accounts/acc_1'],
])('under "%s", %s leads to %s', (region, name, address) => {
  render(<OverviewPage overview={overview} mayDismiss={false} />);
  const part = within(screen.getByRole('region', { name: region }));
  const link = part.getByRole('link', { name: new RegExp(`^${name}`) });
  expect(link.getAttribute('href')).toBe(address);
});

it('every figure is a link', () => {
  render(<OverviewPage overview={overview} mayDismiss={false} />);
  const figures = [
    ...screen.getAllByRole('listitem'),
    ...['Money, in credits', 'Usage today (UTC), so far'].flatMap((name) =>
      within(screen.getByRole('region', { name })).getAllByText(/^(\d|[\d,]+)$/),
    ),
  ];
  const others = figures.filter((figure) => !figure.closest('a') && !figure.querySelector('a'));
  expect(figures).toHaveLength(16);
  expect(others).toEqual([]);
});

it('tells a credential that is missing from one that was refused', () => {
  render(<OverviewPage overview={overview} mayDismiss={false} />);
  const part = within(screen.getByRole('region', { name: 'Needs attention' }));
  const lines = ['QR code', 'Labels', 'Rates'].map((name) => part.getByText(name).closest('li')?.textContent);
  expect(lines).toEqual([
    'QR codeits API refused QR_KEY for 3 callsReplace credential of QR code',
    'LabelsLABELS_KEY is missing: 2 calls failedSet credential of Labels',
    'Ratesits upstream credential is missing: 1 call failed',
  ]);
});
