import type { Metadata } from 'next';
import { FilterChoice, FilterText, ListHead, PageLinks } from '../../../components/operator/rows.tsx';
import { KeyRows } from '../../../components/operator/ledger-rows.tsx';
import { keysOfAllQuery, listKeysOfAll } from '../../../server/operator/ledger-lists.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Keys of all', robots: { index: false } };

const address = '/operator/keys';

export default async function KeysOfAll({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Keys" right="read-accounts">
      {async (context, caller) => {
        const { query, given } = await pageQuery(keysOfAllQuery, searchParams);
        const { list, next } = await listKeysOfAll(context, query);
        const csv = mayDo(caller, 'export-accounts') ? { csv: '/api/operator/keys' } : {};
        return (
          <>
            <ListHead title="Keys" address={address} given={given} {...csv}>
              <FilterText label="Name, id or last letters" name="q" value={given['q']} hint="key_…" />
              <FilterText label="Account (id)" name="account" value={given['account']} hint="acc_…" />
              <FilterChoice
                label="State"
                name="state"
                value={given['state']}
                words={{ active: 'Active', revoked: 'Revoked' }}
              />
              <FilterChoice
                label="Kind"
                name="kind"
                value={given['kind']}
                words={{ operator: 'Operator keys' }}
              />
            </ListHead>
            <KeyRows keys={list} readAtMs={Date.now()} />
            <PageLinks address={address} given={given} next={next} />
          </>
        );
      }}
    </OperatorPage>
  );
}
