import type { Metadata } from 'next';
import { FilterChoice, FilterText, ListHead, PageLinks } from '../../../components/operator/rows.tsx';
import { NewOperator } from '../../../components/operator/accounts/new-operator.tsx';
import { PersonRows } from '../../../components/operator/accounts/account-rows.tsx';
import { listPeople, peopleQuery } from '../../../server/operator/change-person.ts';
import { mayDo } from '../../../server/rights.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'People', robots: { index: false } };

const address = '/operator/people';

export default async function People({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="People" right="read-people">
      {async (context, caller) => {
        const { query, given } = await pageQuery(peopleQuery, searchParams);
        const { list, next } = await listPeople(context, query, caller);
        const csv = mayDo(caller, 'export-people') ? { csv: '/api/operator/people' } : {};
        return (
          <>
            <ListHead title="People" address={address} given={given} {...csv}>
              <FilterText label="Name, email or id" name="q" value={given['q']} hint="ada@example.com" />
              <FilterChoice
                label="Role"
                name="state"
                value={given['state']}
                words={{ operator: 'Operators' }}
              />
            </ListHead>
            <PersonRows people={list} />
            <PageLinks address={address} given={given} next={next} />
            {mayDo(caller, 'create-person') && (
              <section aria-labelledby="new" className="mt-10 max-w-xl">
                <h2 id="new" className="text-lg font-semibold">
                  New operator
                </h2>
                <NewOperator />
              </section>
            )}
          </>
        );
      }}
    </OperatorPage>
  );
}
