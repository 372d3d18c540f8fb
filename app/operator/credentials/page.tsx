import type { Metadata } from 'next';
import { NewCredential } from '../../../components/operator/credentials/credential-row.tsx';
import { CredentialRows } from '../../../components/operator/credentials/credential-rows.tsx';
import { credentialsQuery, listCredentials } from '../../../server/operator/credentials.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Credentials', robots: { index: false } };

export default listPage({
  title: 'Credentials',
  path: 'credentials',
  right: 'read-credentials',
  exportRight: 'read-credentials',
  query: credentialsQuery,
  read: listCredentials,
  filters: () => [
    { label: 'Name', name: 'name', isSearch: true },
    { label: 'State', name: 'state', words: { set: 'Set', missing: 'Missing', unreadable: 'Unreadable' } },
  ],
  action: (caller) => mayDo(caller, 'set-credential') && <NewCredential />,
  rows: ({ list }, caller, { isFiltered }) => (
    <CredentialRows credentials={list} mayChange={mayDo(caller, 'set-credential')} isFiltered={isFiltered} />
  ),
});
