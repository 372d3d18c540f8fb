import type { Metadata } from 'next';
import { CallRows } from '../../../components/operator/call-rows.tsx';
import { FilterChoice, FilterText, FilterTime } from '../../../components/operator/filter-field.tsx';
import { ListHead } from '../../../components/operator/list-head.tsx';
import { PageLinks } from '../../../components/operator/page-links.tsx';
import { stateWords } from '../../../lib/call/call-words.ts';
import { callsOfAllQuery, listCallsOfAll } from '../../../server/operator/list-calls-of-all.ts';
import { mayDo } from '../../../server/operator/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Calls of all', robots: { index: false } };

const address = '/operator/calls';

export default async function CallsOfAll({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Calls" right="read-calls">
      {async (context, caller) => {
        const { query, given } = await pageQuery(callsOfAllQuery, searchParams);
        const { list, next } = await listCallsOfAll(context, query);
        const csv = mayDo(caller, 'export-calls') ? { csv: '/api/operator/calls' } : {};
        return (
          <>
            <ListHead {...{ title: 'Calls', address, given }} {...csv}>
              <FilterText label="Account (id)" name="account" value={given['account']} hint="acc_…" />
              <FilterText label="Product" name="product" value={given['product']} hint="qr-code" />
              <FilterChoice label="Status" name="state" value={given['state']} words={stateWords} />
              <FilterTime label="From (UTC)" name="from" value={given['from']} />
              <FilterTime label="To (UTC)" name="to" value={given['to']} />
            </ListHead>
            <CallRows calls={list} hasMore={next !== null} />
            <PageLinks {...{ address, given, next }} />
          </>
        );
      }}
    </OperatorPage>
  );
}
