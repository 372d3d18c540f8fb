import {
  accountsIcon,
  apisIcon,
  backupIcon,
  callsIcon,
  featuredIcon,
  fileIcon,
  keyIcon,
  ledgerIcon,
  lockIcon,
  mailIcon,
  networkIcon,
  overviewIcon,
  personIcon,
  productsIcon,
  settingsIcon,
  requestsIcon,
  shieldIcon,
  tagsIcon,
  ticketIcon,
} from '../../components/shell/icon-paths.ts';
import type { OperatorVerb } from '../../server/rights.ts';

export interface Section {
  href: string;
  name: string;
  /** In the rail, the sections of a group stand below its name. */
  group?: 'Catalogue' | 'Customers' | 'Activity' | 'Portal';
  icon: string;
  /** Other addresses below which its pages are. */
  also?: readonly string[];
  right: OperatorVerb;
}

/** The pages of the console in the order of its rail, with the right that each needs. The page of a list is one `listPage`. */
export const operatorSections: readonly Section[] = [
  { href: '/operator', name: 'Overview', icon: overviewIcon, right: 'read-overview' },
  {
    href: '/operator/products',
    name: 'Products',
    group: 'Catalogue',
    icon: productsIcon,
    also: ['/operator/imports'],
    right: 'read-offline-products',
  },
  {
    href: '/operator/apis',
    name: 'APIs',
    group: 'Catalogue',
    icon: apisIcon,
    right: 'read-offline-products',
  },
  {
    href: '/operator/tags',
    name: 'Tags',
    group: 'Catalogue',
    icon: tagsIcon,
    right: 'read-offline-products',
  },
  {
    href: '/operator/featured',
    name: 'Featured',
    group: 'Catalogue',
    icon: featuredIcon,
    right: 'read-offline-products',
  },
  {
    href: '/operator/credentials',
    name: 'Credentials',
    group: 'Catalogue',
    icon: lockIcon,
    right: 'read-credentials',
  },
  {
    href: '/operator/upstreams',
    name: 'Private addresses',
    group: 'Catalogue',
    icon: networkIcon,
    right: 'read-credentials',
  },
  {
    href: '/operator/accounts',
    name: 'Accounts',
    group: 'Customers',
    icon: accountsIcon,
    right: 'read-accounts',
  },
  { href: '/operator/people', name: 'People', group: 'Customers', icon: personIcon, right: 'read-people' },
  { href: '/operator/keys', name: 'Keys', group: 'Customers', icon: keyIcon, right: 'read-accounts' },
  {
    href: '/operator/requests',
    name: 'Requests',
    group: 'Customers',
    icon: requestsIcon,
    right: 'read-product-access',
  },
  { href: '/operator/calls', name: 'Calls', group: 'Activity', icon: callsIcon, right: 'read-calls' },
  { href: '/operator/entries', name: 'Ledger', group: 'Activity', icon: ledgerIcon, right: 'read-money' },
  { href: '/operator/mails', name: 'Emails', group: 'Activity', icon: mailIcon, right: 'read-mails' },
  { href: '/operator/audit', name: 'Audit', group: 'Activity', icon: shieldIcon, right: 'read-audit' },
  {
    href: '/operator/portal',
    name: 'Portal',
    group: 'Portal',
    icon: ticketIcon,
    right: 'change-face',
  },
  {
    href: '/operator/pages',
    name: 'Pages',
    group: 'Portal',
    icon: fileIcon,
    right: 'read-pages',
  },
  {
    href: '/operator/backups',
    name: 'Backups',
    group: 'Portal',
    icon: backupIcon,
    right: 'read-backups',
  },
  {
    href: '/operator/settings',
    name: 'Settings',
    group: 'Portal',
    icon: settingsIcon,
    right: 'read-settings',
  },
];
