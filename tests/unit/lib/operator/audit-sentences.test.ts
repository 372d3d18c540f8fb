import { describe, expect, it } from 'vitest';
import type { AuditList } from '../../../../lib/operator/audit.ts';
import { auditSentence, auditVerbs } from '../../../../lib/operator/audit-sentences.ts';
import { sharedJobs } from '../../../../server/store/sql/shared-jobs.ts';

type Change = AuditList['list'][number];

const entry: Change = {
  number: 7,
  at: '2026-11-30T12:00:00.000Z',
  actor: { kind: 'person', id: 'per_ada' },
  actorName: 'Ada Lovelace',
  verb: 'grant',
  target: 'acc_acme',
  targetName: 'Acme',
  before: null,
  after: null,
  reason: null,
  requestId: null,
  previous: '',
  hash: '',
};

const names: Record<string, string> = {
  acc_acme: 'Acme',
  per_ada: 'Ada',
  per_linus: 'Linus',
  key_ci: 'ci-server',
};

function said(change: Partial<Change>): string {
  const pieces = auditSentence({ ...entry, ...change }, (id) => names[id]);
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}

it('has a sentence for every change that the log knows, and for no other', () => {
  const logged = [...sharedJobs.values()].filter(({ audit }) => audit !== false).map(({ name }) => name);
  expect(auditVerbs.toSorted()).toEqual(logged.toSorted());
});

it.each(auditVerbs)('says %s without values, as an older version may have written it', (verb) => {
  const sentence = said({ verb });
  expect(sentence).toMatch(/^[a-z]/);
  expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
});

describe('in words', () => {
  const caps = (capMonth: number | null, capDay: number | null = null) => ({
    capDay,
    capMonth,
    capTotal: null,
  });
  it.each<[string, Partial<Change>]>([
    [
      'wrote the page Imprint, which is in the footer',
      { verb: 'save-page', target: 'imprint', after: { title: 'Imprint', version: 1, footer: true } },
    ],
    [
      'saved version 3 of the page Imprint, and took it out of the footer',
      {
        ...{ verb: 'save-page', target: 'imprint' },
        before: { title: 'Imprint', version: 2, footer: true },
        after: { title: 'Imprint', version: 3, footer: false },
      },
    ],
    [
      'saved version 3 of the page Imprint, which accounts need not accept anew',
      {
        ...{ verb: 'save-page', target: 'imprint' },
        before: { title: 'Imprint', version: 2, footer: false },
        after: { title: 'Imprint', version: 3, footer: false, asksAgain: false },
      },
    ],
    [
      'made terms the terms of the product patient',
      { verb: 'set-terms', target: 'patient', before: { terms: null }, after: { terms: 'terms' } },
    ],
    [
      'took the terms terms off the product patient',
      { verb: 'set-terms', target: 'patient', before: { terms: 'terms' }, after: { terms: null } },
    ],
    ['accepted version 3 of terms for Acme', { verb: 'accept-terms', after: { page: 'terms', version: 3 } }],
    [
      'put the page Imprint into the footer',
      {
        ...{ verb: 'save-page', target: 'imprint' },
        before: { title: 'Imprint', version: 2, footer: false },
        after: { title: 'Imprint', version: 2, footer: true },
      },
    ],
    ['added 10,000 credits to Acme', { after: { credits: 10_000, kind: 'grant' } }],
    ['took 20 credits from Acme', { after: { credits: -20, kind: 'correction' } }],
    [
      'changed the monthly limit of Acme from 20 to 50',
      { verb: 'cap-account', before: caps(20), after: caps(50) },
    ],
    [
      'changed the limits of Acme: daily from no limit to 5, monthly from 20 to no limit',
      { verb: 'cap-account', before: caps(20), after: caps(null, 5) },
    ],
    [
      'renamed the account Bolt to Acme',
      { verb: 'rename-account', before: { name: 'Bolt' }, after: { name: 'Acme' } },
    ],
    ['changed the name of Linus', { verb: 'rename-person', target: 'per_linus' }],
    ['changed the email address of Linus', { verb: 'change-address', target: 'per_linus' }],
    [
      'closed Acme: 1 member and 4 API keys ended, 1,200 credits stay unused',
      { verb: 'close-account', after: { closed: true, members: 1, revokedKeys: 4, credits: 1200 } },
    ],
    ['reopened Acme', { verb: 'close-account', after: { closed: false } }],
    ['suspended Acme', { verb: 'suspend-account', after: { suspended: true } }],
    ['ended the suspension of Acme', { verb: 'suspend-account', after: { suspended: false } }],
    [
      'made Linus admin of Acme, who was member',
      {
        verb: 'change-member',
        target: 'per_linus',
        before: { accountId: 'acc_acme', role: 'member' },
        after: { accountId: 'acc_acme', role: 'admin' },
      },
    ],
    [
      'removed Linus from Acme; 2 keys revoked',
      {
        verb: 'remove-member',
        target: 'per_linus',
        before: { accountId: 'acc_acme' },
        after: { accountId: 'acc_acme', role: null, revokedKeys: ['key_1', 'key_2'] },
      },
    ],
    ['left Acme', { verb: 'remove-member', target: 'per_ada', before: { accountId: 'acc_acme' }, after: {} }],
    [
      'took barcode offline',
      { verb: 'set-status', target: null, after: { products: ['barcode'], status: 0 } },
    ],
    [
      'put 2 products online',
      { verb: 'set-status', target: null, after: { products: ['a', 'b'], status: 1 } },
    ],
    [
      'published 2 products: 1 new, 1 changed',
      { verb: 'publish', target: null, after: { products: [{ created: true }, { created: false }] } },
    ],
    ['changed their own password', { verb: 'change-password', target: 'per_ada' }],
    ['changed the password of Linus', { verb: 'change-password', target: 'per_linus' }],
    [
      'changed the role of Linus from none to finance',
      {
        verb: 'set-operator-role',
        target: 'per_linus',
        before: { operatorRole: null },
        after: { operatorRole: 'finance' },
      },
    ],
    [
      'created the API key ci-server of Acme',
      { verb: 'create-key', target: 'key_ci', after: { accountId: 'acc_acme', operator: false } },
    ],
  ])('%s', (sentence, change) => expect(said(change)).toBe(sentence));

  it('says a verb of a later version as it is called', () => {
    expect(said({ verb: 'paint-portal' })).toBe('paint portal Acme');
  });
});
