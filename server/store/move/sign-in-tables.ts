import type { MovedTable } from './moved-table.ts';

/** Those by which people sign in. They refer to none by a foreign key. */
export const signInTables: readonly MovedTable[] = [
  {
    name: 'Link',
    columns: { hash: 'text', kind: 'text', personKey: 'integer', createdAt: 'time', expiresAt: 'time' },
    key: ['hash'],
  },
  {
    name: 'Registration',
    columns: { emailKey: 'text', email: 'text', hash: 'text', createdAt: 'time', expiresAt: 'time' },
    key: ['emailKey'],
  },
  {
    name: 'SecondFactor',
    columns: {
      personKey: 'integer',
      secret: 'text',
      createdAt: 'time',
      confirmedAt: 'time',
      lastStep: 'integer',
      tries: 'integer',
      triesSince: 'time',
    },
    key: ['personKey'],
  },
  {
    name: 'Passkey',
    columns: {
      key: 'integer',
      id: 'text',
      personKey: 'integer',
      credentialId: 'text',
      publicKey: 'text',
      counter: 'bigint',
      transports: 'text',
      name: 'text',
      createdAt: 'time',
      lastUsedAt: 'time',
    },
    key: ['key'],
  },
  {
    name: 'Identity',
    columns: {
      key: 'integer',
      id: 'text',
      personKey: 'integer',
      issuer: 'text',
      subject: 'text',
      createdAt: 'time',
      lastUsedAt: 'time',
    },
    key: ['key'],
  },
  { name: 'RecoveryCode', columns: { hash: 'text', personKey: 'integer' }, key: ['hash'] },
  {
    name: 'Challenge',
    columns: {
      hash: 'text',
      kind: 'text',
      personKey: 'integer',
      answer: 'text',
      tries: 'integer',
      createdAt: 'time',
      expiresAt: 'time',
      mailedCodeAt: 'time',
    },
    key: ['hash'],
  },
];
