import type { Metadata } from 'next';
import { AccountRows } from '../../../components/operator/accounts/account-rows.tsx';
import { FilterChoice, FilterText, ListHead, PageLinks } from '../../../components/operator/rows.tsx';
import { NewAccount } from '../../../components/operator/accounts/new-operator.tsx';
import { accountsQuery, listAccounts } from '../../../server/operator/accounts.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Accounts', robots: { index: false } };

const address = '/operator/accounts';

export default async function Accounts({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Accounts" right="read-accounts">
      {async (context, caller) => {
        const { query, given } = await pageQuery(accountsQuery, searchParams);
        const { list, next } = await listAccounts(context, query);
        const csv = mayDo(caller, 'export-accounts') ? { csv: '/api/operator/accounts' } : {};
        return (
          <>
            <ListHead title="Accounts" address={address} given={given} {...csv}>
              <FilterText label="Name or id" name="q" value={given['q']} hint="acme" />
              <FilterChoice
                label="State"
                name="state"
                value={given['state']}
                words={{ suspended: 'Suspended' }}
              />
            </ListHead>
            <AccountRows accounts={list} isFiltered={Object.keys(given).length > 0} />
            <PageLinks address={address} given={given} next={next} />
            {mayDo(caller, 'create-account') && (
              <section aria-labelledby="new" className="mt-10 max-w-xl">
                <h2 id="new" className="text-lg font-semibold">
                  New account
                </h2>
                <NewAccount />
              </section>
            )}
          </>
        );
      }}
    </OperatorPage>
  );
}
