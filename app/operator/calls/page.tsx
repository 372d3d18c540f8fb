import type { Metadata } from 'next';
import { CallRows } from '../../../components/operator/ledger-rows.tsx';
import {
  FilterChoice,
  FilterText,
  FilterTime,
  ListHead,
  PageLinks,
} from '../../../components/operator/rows.tsx';
import { stateWords } from '../../../lib/call/call-words.ts';
import { seesMakers } from '../../../server/calls/receipts.ts';
import { callsOfAllQuery, listCallsOfAll } from '../../../server/operator/ledger-lists.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Calls of all', robots: { index: false } };

const address = '/operator/calls';

export default async function CallsOfAll({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Calls" right="read-calls">
      {async (context, caller) => {
        const { query, given } = await pageQuery(callsOfAllQuery, searchParams);
        const { list, next, unknownFilter } = await listCallsOfAll(context, query, caller);
        const csv = mayDo(caller, 'export-calls') ? { csv: '/api/operator/calls' } : {};
        return (
          <>
            <ListHead title="Calls" address={address} given={given} {...csv}>
              <FilterText label="Account" name="account" value={given['account']} hint="Name or id" />
              <FilterText label="Product" name="product" value={given['product']} hint="Track a parcel" />
              {seesMakers(caller) && (
                <>
                  <FilterText label="API key" name="key" value={given['key']} hint="Name or id" />
                  <FilterText label="Person" name="person" value={given['person']} hint="Name or id" />
                </>
              )}
              <FilterText label="Call or request id" name="id" value={given['id']} hint="call_…" />
              <FilterChoice label="Status" name="state" value={given['state']} words={stateWords} />
              <FilterTime label="From (UTC)" name="from" value={given['from']} />
              <FilterTime label="To (UTC)" name="to" value={given['to']} />
            </ListHead>
            <CallRows calls={list} hasMore={next !== null} unknownFilter={unknownFilter} />
            <PageLinks address={address} given={given} next={next} />
          </>
        );
      }}
    </OperatorPage>
  );
}
