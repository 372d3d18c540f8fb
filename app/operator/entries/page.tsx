import type { Metadata } from 'next';
import { EntryRows } from '../../../components/operator/ledger-rows.tsx';
import { FilterChoice, FilterText, ListHead, PageLinks } from '../../../components/operator/rows.tsx';
import { entriesOfAllQuery, listEntriesOfAll } from '../../../server/operator/ledger-lists.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Ledger', robots: { index: false } };

const address = '/operator/entries';

const kinds = {
  issued: 'All but charges',
  grant: 'Grants',
  allowance: 'Allowances of guests',
  charge: 'Charges',
  refund: 'Refunds',
  correction: 'Corrections',
};

export default async function EntriesOfAll({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Ledger" right="read-money">
      {async (context, caller) => {
        const { query, given } = await pageQuery(entriesOfAllQuery, searchParams);
        const { list, next } = await listEntriesOfAll(context, query);
        const csv = mayDo(caller, 'export-accounts') ? { csv: '/api/operator/entries' } : {};
        return (
          <>
            <ListHead title="Ledger" address={address} given={given} {...csv}>
              <FilterText label="Account (id)" name="account" value={given['account']} hint="acc_…" />
              <FilterChoice label="Kind" name="kind" value={given['kind']} words={kinds} />
            </ListHead>
            <EntryRows entries={list} hasMore={next !== null} />
            <PageLinks address={address} given={given} next={next} />
          </>
        );
      }}
    </OperatorPage>
  );
}
