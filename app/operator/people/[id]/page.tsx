import type { Metadata } from 'next';
import { PersonPage } from '../../../../components/operator/accounts/person-page.tsx';
import { readPerson } from '../../../../server/operator/change-person.ts';
import { mayDo } from '../../../../server/rights.ts';
import { OperatorPage } from '../../operator-page.tsx';

export const metadata: Metadata = { title: 'Person', robots: { index: false } };

export default async function Person({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <OperatorPage title="Person" right="read-people">
      {async (context, caller) => (
        <PersonPage
          person={await readPerson(context, id, caller)}
          mayChange={mayDo(caller, 'set-operator-role')}
        />
      )}
    </OperatorPage>
  );
}
