import { countOf, groupedNumber } from '../text/numbers.ts';
import { dayText, momentText } from '../text/times.ts';
import {
  type Change,
  changes,
  credits,
  endedWays,
  inAccount,
  limitPieces,
  listOf,
  numberOf,
  on,
  type Piece,
  proof,
  revoked,
  type Sentence,
  strong,
  textOf,
  valueOf,
} from './audit-words.ts';
import { catalogueSentences } from './catalogue-sentences.ts';

/** What each change was, after its author, in the past tense. By the verb of the log. */
const sentences: Record<string, Sentence> = {
  // Accounts and credits.
  'create-account': ({ change, after, thing }) => [
    'created the account ',
    thing(change.target),
    ' with ',
    credits(numberOf(after, 'credits')),
  ],
  'rename-account': ({ change, before, thing }) => [
    'renamed the account ',
    strong(textOf(before, 'name')),
    ' to ',
    thing(change.target),
  ],
  'cap-account': (words) => limitPieces(words, [words.thing(words.change.target)]),
  'suspend-account': ({ change, after, thing }) => [
    valueOf(after, 'suspended') === true ? strong('suspended') : 'ended the suspension of',
    ' ',
    thing(change.target),
  ],
  'close-account': ({ change, after, thing }) => [
    valueOf(after, 'closed') === true ? strong('closed') : 'reopened',
    ' ',
    thing(change.target),
    ...(valueOf(after, 'closed') === true
      ? [
          `: ${countOf(numberOf(after, 'members'), 'member')} and ${countOf(numberOf(after, 'revokedKeys'), 'API key')} ended, `,
          credits(numberOf(after, 'credits')),
          ' stay unused',
        ]
      : []),
  ],
  grant: ({ change, after, thing }) => {
    const amount = numberOf(after, 'credits');
    const isRefund = valueOf(after, 'callId') !== undefined;
    return [
      amount < 0 ? 'took ' : isRefund ? 'refunded ' : 'added ',
      credits(amount),
      amount < 0 ? ' from ' : ' to ',
      thing(change.target),
      ...(isRefund ? [' for ', thing(valueOf(after, 'callId'))] : []),
    ];
  },
  'see-as': ({ change, after, thing }) => [
    'viewed ',
    thing(change.target),
    ` as a member, until ${momentText(textOf(after, 'until'))} UTC`,
  ],
  'end-see-as': ({ change, thing }) => ['stopped viewing ', thing(change.target), ' as a member'],
  // Members.
  'create-invitation': (words) => [
    'invited ',
    strong(`a new ${textOf(words.after, 'role')}`),
    ' to ',
    words.thing(valueOf(words.after, 'accountId')),
    valueOf(words.after, 'isMailed') === true ? ' by email' : ' by a link',
  ],
  'use-invitation': ({ change, after, thing }) => [
    ...(change.actor.id === change.target ? [] : ['let ', thing(change.target), ' in: ']),
    'joined ',
    thing(valueOf(after, 'accountId')),
    ' as ',
    strong(textOf(after, 'role')),
  ],
  'withdraw-invitation': () => ['withdrew an invitation'],
  'change-member': (words) => {
    const { change, before, after, thing } = words;
    const [from, to] = [textOf(before, 'role'), textOf(after, 'role')];
    const account = valueOf(after, 'accountId');
    if (from === to) return [...limitPieces(words, [thing(change.target)]), ' in ', thing(account)];
    return ['made ', thing(change.target), ' ', strong(to), ' of ', thing(account), `, who was ${from}`];
  },
  'remove-member': ({ change, before, after, thing }) =>
    change.actor.id === change.target
      ? ['left ', thing(valueOf(before, 'accountId')), revoked(after)]
      : [
          strong('removed'),
          ' ',
          thing(change.target),
          ' from ',
          thing(valueOf(before, 'accountId')),
          revoked(after),
        ],
  register: ({ after, thing }) => [
    'registered, and created the account ',
    thing(valueOf(after, 'accountId')),
    ' with ',
    credits(numberOf(after, 'credits')),
  ],
  // Keys.
  'create-key': (words) => [
    valueOf(words.after, 'operator') === true ? 'created the operator key ' : 'created the API key ',
    words.thing(words.change.target),
    ...inAccount(words),
  ],
  'grant-client': (words) => [
    'let an agent use ',
    words.thing(valueOf(words.after, 'accountId')),
    ' with the key ',
    words.thing(words.change.target),
  ],
  'change-key': (words) => [
    'changed the API key ',
    words.thing(words.change.target),
    ...inAccount(words),
    ...changes(words),
  ],
  'revoke-key': ({ change, thing }) => [strong('revoked'), ' the API key ', thing(change.target)],
  'rotate-key': ({ change, after, thing }) => [
    'replaced the secret of the API key ',
    thing(change.target),
    `; the earlier one works until ${momentText(textOf(after, 'earlierEndsAt'))} UTC`,
  ],
  'end-earlier-secret': ({ change, thing }) => [
    'ended the earlier secret of the API key ',
    thing(change.target),
  ],
  ...catalogueSentences,
  // Backups.
  'begin-backup': ({ change }) => ['began the backup ', strong(change.target ?? '')],
  'ask-restoration': ({ change }) => [strong('asked to go back'), ` to the backup ${change.target ?? ''}`],
  'note-restoration': ({ change, after }) =>
    textOf(after, 'problem') === ''
      ? [strong('went back'), ` to the backup ${change.target ?? ''}`]
      : [`could not go back to the backup ${change.target ?? ''}`],
  // Alerts, webhooks and emails.
  'create-alert': (words) => ['created an alert', ...inAccount(words)],
  'change-alert': (words) => ['changed an alert', ...inAccount(words), ...changes(words)],
  'delete-alert': (words) => ['deleted an alert', ...inAccount(words)],
  'create-webhook': (words) => [
    'created a webhook',
    ...inAccount(words),
    ` for ${countOf(listOf(words.after, 'events').length, 'event')}`,
  ],
  'change-webhook': (words) => ['changed a webhook', ...inAccount(words), ...changes(words)],
  'delete-webhook': () => ['deleted a webhook'],
  'finish-delivery': () => ['turned off a webhook that did not accept its events'],
  'read-mail-text': ({ change }) => [
    'read the text of ',
    { text: 'an email', href: `/operator/mails/${change.target}` },
  ],
  'retry-mail': ({ change }) => [
    'sent ',
    { text: 'an email', href: `/operator/mails/${change.target}` },
    ' again',
  ],
  'dismiss-item': () => ['dismissed an item of the overview'],
  // Operators and people.
  'claim-portal': () => ['set up the portal, and became its ', strong('owner')],
  'make-operator': ({ change, after, thing }) => [
    'made ',
    thing(change.target),
    ' an operator with the role ',
    strong(textOf(after, 'operatorRole')),
  ],
  'provision-operator': ({ change, thing }) => [
    'made ',
    thing(change.target),
    ' an operator with the role ',
    strong('owner'),
    ', as the settings say',
  ],
  'set-operator-role': ({ change, before, after, thing }) => [
    'changed the role of ',
    thing(change.target),
    ` from ${textOf(before, 'operatorRole') || 'none'} to `,
    strong(textOf(after, 'operatorRole') || 'none'),
    endedWays(after),
    revoked(after),
  ],
  // Without the names and addresses, which must go when the person is erased.
  'rename-person': ({ whose }) => ['changed ', ...whose('name')],
  'ask-for-address': ({ whose }) => ['asked for a link to change ', ...whose('email address')],
  'use-address-link': ({ whose }) => [
    'changed ',
    ...whose('email address'),
    ', with a link that was mailed to it',
  ],
  'change-address': ({ whose }) => ['changed ', ...whose('email address')],
  'export-person': ({ whose }) => ['saved ', ...whose('data')],
  'erase-person': ({ change, after, thing }) => [
    strong('erased'),
    ' ',
    thing(change.target),
    `: ${countOf(listOf(after, 'closedAccounts').length, 'account')} closed${revoked(after)}`,
  ],
  // Sign-in.
  'open-session': ({ after }) => [`signed in${on(after)}`],
  'sign-in-by-password': ({ after }) =>
    after
      ? [`signed in with a password${on(after)}`]
      : ['entered their password, and was asked for the second factor'],
  'sign-in-by-identity': ({ after }) => [`signed in with ${textOf(after, 'issuer')}${on(after)}`],
  'finish-sign-in': ({ after }) => [`signed in with ${proof(after)}${on(after)}`],
  'mail-code': () => ['asked for a code by email'],
  'use-mail-code': ({ after }) =>
    after
      ? [`signed in with an emailed code${on(after)}`]
      : ['entered an emailed code, and was asked for the second factor'],
  'confirm-session': ({ after }) => [`confirmed who they are with ${proof(after)}`],
  'end-sessions': ({ after, whose }) => [
    `ended ${countOf(numberOf(after, 'ended'), 'session')} of `,
    ...whose(''),
  ],
  'change-password': ({ whose }) => ['changed ', ...whose('password')],
  'make-password-link': ({ after, whose }) => [
    'made a link to choose ',
    ...whose('password'),
    `, until ${dayText(textOf(after, 'expiresAt'))}`,
  ],
  'use-password-link': () => ['chose a password with a link'],
  'begin-second-factor': () => ['began to set up an authenticator app'],
  'enable-second-factor': () => ['turned on the second factor'],
  'remove-second-factor': () => ['turned off the second factor'],
  'reset-factors': ({ change, thing }) => [
    'removed the second factor and the passkeys of ',
    thing(change.target),
  ],
  'add-passkey': () => ['added a passkey'],
  'remove-passkey': () => ['removed a passkey'],
  'connect-identity': ({ after }) => [`connected ${textOf(after, 'issuer')} to sign in`],
  'disconnect-identity': ({ before }) => [`disconnected ${textOf(before, 'issuer')}`],
  // The log itself.
  'sign-audit': ({ after }) => [`signed the entries up to ${groupedNumber(numberOf(after, 'number'))}`],
};

/** The verbs that have a sentence. */
export const auditVerbs: readonly string[] = Object.keys(sentences);

const pages: [start: string, address: (id: string) => string][] = [
  ['acc_', (id) => `/operator/accounts/${id}`],
  ['per_', (id) => `/operator/people/${id}`],
  ['key_', (id) => `/operator/keys/${id}`],
  ['call_', (id) => `/calls/${id}`],
];

/** What was changed, in words. `nameOf`: of people, keys and accounts. A verb of a later version is itself. */
export function auditSentence(change: Change, nameOf: (id: string) => string | undefined): readonly Piece[] {
  const { before, after, target, actor, verb } = change;
  const thing = (id: unknown): Piece => {
    if (typeof id !== 'string') return 'something';
    const href = pages.find(([start]) => id.startsWith(start))?.[1](id);
    const text = id.startsWith('call_') ? 'a call' : nameOf(id) || id;
    return { text, ...(href !== undefined && { href }) };
  };
  const whose = (what: string): Piece[] => {
    const isOwn = actor.id !== null && actor.id === target;
    if (what === '') return isOwn ? ['their own'] : [thing(target)];
    return isOwn ? [`their own ${what}`] : [`the ${what} of `, thing(target)];
  };
  const sentence = sentences[verb];
  if (!sentence) return [verb.replaceAll('-', ' '), ...(target === null ? [] : [' ', thing(target)])];
  return sentence({ change, before, after, thing, whose });
}

/** The ids of people, keys and accounts that an entry speaks of, besides its author and target. */
export function idsInValues({ before, after }: Pick<Change, 'before' | 'after'>): string[] {
  const values = [...Object.values(before ?? {}), ...Object.values(after ?? {})];
  return values.filter((value) => typeof value === 'string').filter((text) => /^(?:acc|per|key)_/.test(text));
}
