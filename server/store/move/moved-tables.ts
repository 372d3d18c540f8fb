import type { ColumnType, MovedTable } from './moved-table.ts';
import { signInTables } from './sign-in-tables.ts';

/** Keys of calls and entries begin with the day in PostgreSQL (`first_key`), so each is known from its own row. */
const timedKey = (key: string, time: string) => `((${time} / 86400000) << 32) | ${key}`;

const ofCall = {
  values: { callKey: timedKey('t.callKey', 'c.startedAt') },
  join: 'JOIN Call c ON c.key = t.callKey',
  key: ['callKey'],
};

const key = ['key'];
const entryCount =
  'CASE WHEN t.key > 2 THEN (SELECT count(*) FROM Entry e WHERE e.purseKey = t.key AND e.purseKey > 2) ELSE 0 END';

/**
 * The tables that are copied, each after those that it refers to. The rest is made anew in the target: what search finds,
 * the shares of the portal's own purses, and how far jobs have come.
 */
export const movedTables: readonly MovedTable[] = [
  {
    name: 'Tag',
    columns: {
      ...{ key: 'integer', kind: 'integer', slug: 'text', name: 'text' },
      ...{ icon: 'text', url: 'text', description: 'text' },
    },
    key,
  },
  { name: 'Template', columns: { key: 'integer', id: 'text', createdAt: 'time' }, key },
  {
    name: 'TemplateVersion',
    columns: {
      ...{ key: 'integer', templateKey: 'integer', number: 'integer' },
      ...{ hash: 'text', createdAt: 'time', document: 'text' },
    },
    key,
  },
  {
    name: 'Product',
    columns: {
      ...{ key: 'integer', id: 'text', slug: 'text', name: 'text', sortName: 'text', status: 'integer' },
      ...{ priceFrom: 'bigint', priceTo: 'bigint', createdAt: 'time', updatedAt: 'time' },
      ...{ versionKey: 'integer', card: 'text', introduction: 'text', doc: 'text' },
      ...{ file: 'text', source: 'text', deprecated: 'integer' },
    },
    key,
  },
  {
    name: 'ProductTag',
    columns: { productKey: 'integer', tagKey: 'integer', kind: 'integer', position: 'integer' },
    key: ['productKey', 'tagKey'],
  },
  {
    name: 'Api',
    columns: {
      ...{ key: 'integer', id: 'text', slug: 'text', name: 'text', sortName: 'text', providerKey: 'integer' },
      ...{ version: 'text', url: 'text', summary: 'text', createdAt: 'time', updatedAt: 'time' },
      ...{ operations: 'integer', groupCount: 'integer', priceFrom: 'bigint', priceTo: 'bigint' },
      ...{ deprecated: 'integer', card: 'text', groups: 'text', doc: 'text', file: 'text', source: 'text' },
    },
    key,
  },
  {
    name: 'ApiOperation',
    columns: { productKey: 'integer', apiKey: 'integer', groupIndex: 'integer', position: 'integer' },
    key: ['productKey'],
  },
  { name: 'SynonymGroup', columns: { key: 'integer', phrases: 'text', file: 'text' }, key },
  { name: 'SearchWord', columns: { word: 'text' }, key: ['word'] },
  { name: 'Account', columns: { key: 'integer', id: 'text', name: 'text', createdAt: 'time' }, key },
  {
    name: 'Person',
    columns: {
      ...{ key: 'integer', id: 'text', email: 'text', emailKey: 'text', name: 'text', passwordHash: 'text' },
      ...{ operatorRole: 'text', createdAt: 'time', erasedAt: 'time', addressProvenAt: 'time' },
    },
    key,
  },
  {
    name: 'ApiKey',
    columns: {
      ...{ key: 'integer', id: 'text', accountKey: 'integer', name: 'text', hash: 'text', hint: 'text' },
      ...{ operator: 'boolean', createdAt: 'time', expiresAt: 'time', revokedAt: 'time', lastUsedAt: 'time' },
      ...{ capDay: 'bigint', capMonth: 'bigint', capTotal: 'bigint', personKey: 'integer' },
      ...{ access: 'text', products: 'text', earlierHash: 'text', earlierEndsAt: 'time' },
      ...{ operatorPersonKey: 'integer', clientId: 'text', clientName: 'text' },
    },
    key,
  },
  {
    name: 'ClientToken',
    columns: {
      ...{ hash: 'text', kind: 'text', apiKeyKey: 'integer', createdAt: 'time', expiresAt: 'time' },
      ...{ usedAt: 'time', redirectUri: 'text', codeChallenge: 'text' },
    },
    key: ['hash'],
  },
  {
    name: 'Session',
    columns: {
      ...{ hash: 'text', id: 'text', apiKeyKey: 'integer', personKey: 'integer', accountKey: 'integer' },
      ...{ device: 'text', createdAt: 'time', lastSeenAt: 'time', confirmedAt: 'time', expiresAt: 'time' },
      ...{ mailedCodeAt: 'time', seesAccountKey: 'integer', seesUntil: 'time' },
    },
    key: ['hash'],
  },
  {
    name: 'Member',
    columns: {
      ...{ key: 'integer', accountKey: 'integer', personKey: 'integer', role: 'text', joinedAt: 'time' },
      ...{ removedAt: 'time', capDay: 'bigint', capMonth: 'bigint', capTotal: 'bigint' },
    },
    key,
  },
  {
    name: 'MemberSpend',
    columns: { memberKey: 'integer', day: 'text', credits: 'bigint' },
    key: ['memberKey', 'day'],
  },
  {
    name: 'Invitation',
    columns: {
      ...{ hash: 'text', id: 'text', accountKey: 'integer', role: 'text', email: 'text' },
      ...{ capDay: 'bigint', capMonth: 'bigint', capTotal: 'bigint', createdAt: 'time', expiresAt: 'time' },
      ...{ usedAt: 'time', withdrawnAt: 'time', invitedBy: 'integer', triedAddresses: 'integer' },
    },
    key: ['hash'],
  },
  ...signInTables,
  {
    name: 'AuditEntry',
    columns: {
      ...{ number: 'integer', at: 'time', actorKind: 'text', actorId: 'text', verb: 'text', target: 'text' },
      ...{ before: 'text', after: 'text', reason: 'text', requestId: 'text', previous: 'text', hash: 'text' },
    },
    key: ['number'],
  },
  {
    name: 'OperatorRequest',
    columns: { hash: 'text', fingerprint: 'text', given: 'text', result: 'text', createdAt: 'time' },
    key: ['hash'],
  },
  {
    name: 'Purse',
    columns: {
      ...{ key: 'bigint', id: 'text', posted: 'bigint', pending: 'bigint', grantedDay: 'text' },
      ...{ keptBytes: 'bigint', entryCount: 'bigint', suspendedAt: 'time' },
      ...{ capDay: 'bigint', capMonth: 'bigint', capTotal: 'bigint' },
    },
    key,
    values: { entryCount },
    onConflict: 'ON CONFLICT ("key") DO UPDATE SET "posted" = excluded."posted"',
  },
  { name: 'KeySpend', ...spendBy('apiKeyKey', 'integer') },
  { name: 'AccountSpend', ...spendBy('purseKey', 'bigint') },
  {
    name: 'DailyUse',
    columns: {
      ...{ purseKey: 'bigint', day: 'text', productKey: 'integer', apiKeyKey: 'integer' },
      ...{ memberKey: 'integer', calls: 'bigint', credits: 'bigint' },
    },
    key: ['purseKey', 'day', 'productKey', 'apiKeyKey', 'memberKey'],
  },
  {
    name: 'Call',
    columns: {
      ...{ key: 'bigint', id: 'text', purseKey: 'bigint', owner: 'text', apiKeyKey: 'integer' },
      ...{ productKey: 'integer', versionKey: 'integer', state: 'integer', quoted: 'bigint' },
      ...{ charged: 'bigint', startedAt: 'time', settledAt: 'time', inputHash: 'text' },
      ...{ memberKey: 'integer', instanceKey: 'bigint' },
    },
    key,
    // Of no process: all of them have ended.
    values: { key: timedKey('t.key', 't.startedAt'), instanceKey: '0' },
  },
  {
    name: 'HourlyOutcome',
    columns: {
      ...{ hour: 'integer', productKey: 'integer', calls: 'integer', failed: 'integer' },
      ...{ denied: 'integer', answered: 'integer', answeredMs: 'bigint', lastSuccessAt: 'time' },
      ...{ lastDeniedAt: 'time', lastRefusedAt: 'time' },
    },
    key: ['hour', 'productKey'],
  },
  { name: 'DismissedItem', columns: { item: 'text', dismissedAt: 'time' }, key: ['item'] },
  {
    name: 'OutcomeProgress',
    columns: { key: 'integer', countedCall: 'bigint' },
    key,
    values: { countedCall: timedKey('t.countedCall', 'c.startedAt') },
    join: 'JOIN Call c ON c.key = t.countedCall',
    onConflict: 'ON CONFLICT ("key") DO UPDATE SET "countedCall" = excluded."countedCall"',
  },
  { name: 'UncountedCall', columns: { callKey: 'bigint' }, ...ofCall },
  {
    name: 'DailyRefusal',
    columns: { accountKey: 'integer', day: 'text', apiKeyKey: 'integer', problem: 'text', calls: 'integer' },
    key: ['accountKey', 'day', 'apiKeyKey', 'problem'],
  },
  {
    name: 'RefusedCall',
    columns: {
      ...{ key: 'bigint', accountKey: 'integer', at: 'time', productKey: 'integer', apiKeyKey: 'integer' },
      ...{ memberKey: 'integer', problem: 'text', status: 'integer', detail: 'text', requestId: 'text' },
    },
    key,
  },
  {
    name: 'GuestHistory',
    columns: { personKey: 'integer', owner: 'text', lastCallKey: 'bigint', createdAt: 'time' },
    key: ['personKey'],
    values: { lastCallKey: timedKey('t.lastCallKey', 'c.startedAt') },
    join: 'JOIN Call c ON c.key = t.lastCallKey',
  },
  { name: 'CallEnding', columns: { callKey: 'bigint', ending: 'text' }, ...ofCall },
  { name: 'CallInput', columns: { callKey: 'bigint', input: 'text', bytes: 'bigint' }, ...ofCall },
  {
    name: 'IdempotentCall',
    columns: {
      ...{ callKey: 'bigint', hash: 'text', fingerprint: 'text' },
      ...{ head: 'text', body: 'bytea', bytes: 'bigint' },
    },
    ...ofCall,
  },
  {
    name: 'Entry',
    columns: {
      ...{ key: 'bigint', transfer: 'bigint', purseKey: 'bigint', amount: 'bigint', kind: 'text' },
      ...{ at: 'time', callKey: 'bigint', reason: 'text' },
    },
    key,
    // Both entries of a transfer have the same time.
    values: {
      key: timedKey('t.key', 't.at'),
      transfer: timedKey('t.transfer', 't.at'),
      callKey: timedKey('c.key', 'c.startedAt'),
    },
    join: 'LEFT JOIN Call c ON c.key = t.callKey',
  },
  {
    name: 'Mail',
    columns: {
      ...{ key: 'integer', id: 'text', kind: 'text', to: 'text', subject: 'text', text: 'text' },
      ...{ createdAt: 'time', attempts: 'integer', nextAttemptAt: 'time', leaseUntil: 'time' },
      ...{ sentAt: 'time', failedAt: 'time', lastError: 'text', askedBy: 'text' },
    },
    key,
  },
  {
    name: 'Alert',
    columns: {
      ...{ key: 'integer', id: 'text', accountKey: 'integer', watches: 'text', credits: 'bigint' },
      ...{ apiKeyKey: 'integer', memberKey: 'integer', tellsWebhooks: 'boolean', createdAt: 'time' },
      ...{ watchedSince: 'time', toldPeriod: 'text', reachedAt: 'time' },
    },
    key,
  },
  {
    name: 'AlertRecipient',
    columns: { alertKey: 'integer', personKey: 'integer' },
    key: ['alertKey', 'personKey'],
  },
  {
    name: 'Webhook',
    columns: {
      ...{ key: 'integer', id: 'text', accountKey: 'integer', url: 'text', secret: 'text', events: 'text' },
      ...{ createdAt: 'time', disabledAt: 'time' },
    },
    key,
  },
  {
    name: 'WebhookDelivery',
    columns: {
      ...{ key: 'integer', id: 'text', webhookKey: 'integer', event: 'text', payload: 'text' },
      ...{ createdAt: 'time', attempts: 'integer', nextAttemptAt: 'time', leaseUntil: 'time' },
      ...{ deliveredAt: 'time', failedAt: 'time', lastStatus: 'integer', lastError: 'text' },
      ...{ lastResponse: 'text', accountKey: 'integer' },
    },
    key,
  },
];

function spendBy(column: string, type: ColumnType): Pick<MovedTable, 'columns' | 'key'> {
  return { columns: { [column]: type, period: 'text', credits: 'bigint' }, key: [column, 'period'] };
}
