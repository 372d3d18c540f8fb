import type { OperatorVerb } from '../../server/rights.ts';

/** The pages of the console, with the right that each needs. The page of a list is one `listPage`. */
export const operatorSections: readonly { href: string; name: string; right: OperatorVerb }[] = [
  { href: '/operator', name: 'Overview', right: 'read-overview' },
  { href: '/operator/accounts', name: 'Accounts', right: 'read-accounts' },
  { href: '/operator/keys', name: 'Keys', right: 'read-accounts' },
  { href: '/operator/entries', name: 'Ledger', right: 'read-money' },
  { href: '/operator/people', name: 'People', right: 'read-people' },
  { href: '/operator/calls', name: 'Calls', right: 'read-calls' },
  { href: '/operator/products', name: 'Products', right: 'read-offline-products' },
  { href: '/operator/credentials', name: 'Credentials', right: 'read-credentials' },
  { href: '/operator/mails', name: 'Emails', right: 'read-mails' },
  { href: '/operator/audit', name: 'Audit', right: 'read-audit' },
  { href: '/operator/settings', name: 'Settings', right: 'read-settings' },
];
