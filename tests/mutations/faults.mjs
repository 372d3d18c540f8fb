/**
 * A mistake that somebody could make, as the replacement of one text. `by` are test files of `npm test` that find it.
 * @typedef {{ what: string, file: string, from: string, to: string, by: string[] }} Fault
 */

/**
 * The source with the fault; throws where it has moved on, so that no fault is put in nowhere.
 * @param {string} source
 * @param {Fault} fault
 */
export function withFault(source, { file, from, to }) {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} has ${JSON.stringify(from)} ${times} times, not once.`);
  return source.replace(from, () => to);
}

/** @type {Fault[]} */
export const faults = [
  // Prices
  {
    what: 'The sum of a price is rounded down',
    file: 'lib/price/tariff.ts',
    from: 'const rounded = ceilDivide(subtotal, microsPerUnit);',
    to: 'const rounded = subtotal / microsPerUnit;',
    by: ['tests/unit/lib/price/evaluate.test.ts'],
  },
  {
    what: 'The last unit of a step has the rate of the next step',
    file: 'lib/price/tariff.ts',
    from: 'units <= upTo;',
    to: 'units < upTo;',
    by: ['tests/unit/lib/price/evaluate.test.ts'],
  },
  // Holds
  {
    what: 'Credits on hold can be held a second time',
    file: 'lib/ledger/decide-hold.ts',
    from: 'posted - pending < credits',
    to: 'posted < credits',
    by: ['tests/unit/lib/ledger/decide.test.ts'],
  },
  {
    what: 'What a call did not spend of its hold stays on hold',
    file: 'lib/ledger/decide-settle.ts',
    from: 'pending: -quoted,',
    to: 'pending: -charged,',
    by: ['tests/unit/lib/ledger/decide.test.ts'],
  },
  // Settlement
  {
    what: 'A call that used more than was quoted is charged for it',
    file: 'lib/call/charges.ts',
    from: 'settled === null ? 0 : Math.min(settled, quoted)',
    to: 'settled === null ? 0 : settled',
    by: ['tests/unit/lib/call/charged-within-quoted.test.ts'],
  },
  {
    what: 'A call that timed out is charged',
    file: 'lib/call/charges.ts',
    from: 'charges.timeout ?? defaultCharges.timeout',
    to: 'charges.timeout ?? defaultCharges.success',
    by: ['tests/unit/lib/price/price-schema.test.ts'],
  },
  {
    what: 'A repeat of a call that has ended is a new call, and charged',
    file: 'lib/ledger/earlier-call.ts',
    from: 'state === open || nowMs - startedAt < idempotencyMs',
    to: 'state === open',
    by: ['tests/unit/lib/ledger/decide.test.ts'],
  },
  {
    what: 'A receipt says that no more was held than charged',
    file: 'lib/receipt/make-receipt.ts',
    from: 'held: quoted,',
    to: 'held: charged,',
    by: ['tests/server/calls/receipts.test.ts'],
  },
  // Rights
  {
    what: 'A viewer creates webhooks',
    file: 'lib/account/roles.ts',
    from: "'change webhooks', roles: ['owner', 'admin']",
    to: "'change webhooks', roles: ['owner', 'admin', 'viewer']",
    by: ['tests/unit/lib/account/member-role.test.ts'],
  },
  {
    what: 'Everybody with an account sees the calls of other accounts',
    file: 'server/calls/receipts.ts',
    from: 'isGuests || call?.purseId === caller.purse',
    to: "isGuests || caller.kind === 'account'",
    by: ['tests/contract/every-right.test.ts'],
  },
  {
    what: 'A key that only reads makes changes',
    file: 'server/callers/require-role.ts',
    from: "if (!apiKey?.scope || mayKey(apiKey.scope.access, 'changes')) return;",
    to: 'if (!apiKey?.scope?.products) return;',
    by: ['tests/contract/keys.test.ts'],
  },
  {
    what: 'The limit of a member in total forgets what was spent on days before',
    file: 'server/store/sqlite/jobs/ledger-rows.ts',
    from: 'WHERE s.memberKey = m.key) END AS total',
    to: 'WHERE s.memberKey = m.key AND s.day = @day) END AS total',
    by: ['tests/server/store/ledger.test.ts'],
  },
  // The binding of inputs
  {
    what: 'A parameter is not sent if it is false, 0 or empty',
    file: 'lib/bind/bind.ts',
    from: 'if (value === undefined) continue;',
    to: 'if (!value) continue;',
    by: ['tests/unit/lib/bind/parameters.test.ts'],
  },
  {
    what: 'A header of a reply shows the credential of the operator',
    file: 'server/gateway/cleaned-reply.ts',
    from: '[name, clean(value)]',
    to: '[name, value]',
    by: ['tests/server/gateway/secrets.test.ts'],
  },
  {
    what: 'A value leads to another path by an encoded slash',
    file: 'lib/bind/parameters.ts',
    from: '%(2e|2f|5c|',
    to: '%(2e|5c|',
    by: ['tests/unit/lib/bind/parameters.test.ts'],
  },
  // Webhooks
  {
    what: 'An event that was received is sent again',
    file: 'server/webhooks/deliver-event.ts',
    from: 'status >= 200 && status < 300',
    to: 'status === 200',
    by: ['tests/server/webhooks/sending.test.ts'],
  },
  {
    what: 'A webhook leads into the network of the operator by a name',
    file: 'server/gateway/connector.ts',
    from: 'isNamed ? undefined : addressProblem(address, port, allow, origin.hostname)',
    to: 'isNamed || address ? undefined : addressProblem(address, port, allow, origin.hostname)',
    by: ['tests/server/webhooks/sending.test.ts'],
  },
  // Forms
  {
    what: 'First values replace what was filled in when another form is chosen',
    file: 'lib/view/form/switch-branch.ts',
    from: '{ ...start, ...sharedMembers(widget, value) }',
    to: '{ ...sharedMembers(widget, value), ...start }',
    by: ['tests/unit/components/form/input-form.test.tsx'],
  },
  {
    what: 'A number with an exponent is sent as text',
    file: 'lib/form/number-text.ts',
    from: '(?:e[+-]?\\d+)?$/i',
    to: '$/',
    by: ['tests/unit/components/form/input-form.test.tsx'],
  },
  {
    what: 'An empty text that is asked for is left out',
    file: 'components/form/controls/text-control.tsx',
    from: "onChange(isMeant ? undefined : '')",
    to: "onChange(isMeant ? '' : undefined)",
    by: ['tests/unit/components/form/input-form.test.tsx'],
  },
];
