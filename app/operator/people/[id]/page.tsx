import type { Metadata } from 'next';
import { z } from 'zod';
import { PersonPage, personTabs } from '../../../../components/operator/accounts/person-page.tsx';
import { listParameters } from '../../../../server/list-parameters.ts';
import { readPerson } from '../../../../server/operator/change-person.ts';
import { mayDo } from '../../../../server/rights.ts';
import { contentOfListTab, readableLists } from '../../list-tab.tsx';
import { OperatorPage } from '../../operator-page.tsx';
import { pageQuery, type SearchParams } from '../../page-query.ts';

export const metadata: Metadata = { title: 'Person', robots: { index: false } };

const query = z.object({ ...listParameters, tab: z.enum(personTabs, personTabs.join(', ')).optional() });

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function Person({ params, searchParams }: Props) {
  const { id } = await params;
  return (
    <OperatorPage title="Person" right="read-people">
      {async (context, caller) => {
        const person = await readPerson(context, id, caller);
        const { query: asked, given } = await pageQuery(query, searchParams);
        const { tab } = asked;
        return (
          <PersonPage
            person={person}
            tab={tab}
            mayChange={mayDo(caller, 'set-operator-role')}
            mayReadAccounts={mayDo(caller, 'read-accounts')}
            reads={readableLists(caller)}
          >
            {
              await contentOfListTab(context, caller, {
                ...{ address: `/operator/people/${id}`, tab, asked, given },
                filters: { calls: { person: id }, acts: { actor: id }, changes: { target: id } },
              })
            }
          </PersonPage>
        );
      }}
    </OperatorPage>
  );
}
