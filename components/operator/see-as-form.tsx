'use client';

import { useRouter } from 'next/navigation';
import { useChangeOfCaller } from '../keys/use-change-of-caller.ts';
import { becomePerson } from '../people/become-person.ts';
import { PersonForm } from '../people/person-form.tsx';
import { useConfirmed } from './confirming.tsx';
import { ReasonField } from './reason-field.tsx';
import { reasonOf } from './reason-of.ts';

/** Shows the portal as the members of an account see it. */
export function SeeAsForm({ accountId }: { accountId: string }) {
  const router = useRouter();
  const confirmed = useConfirmed();
  const changeCaller = useChangeOfCaller();
  async function submit(fields: FormData) {
    const address = `/api/operator/accounts/${accountId}/see-as`;
    await confirmed(() => changeCaller(() => becomePerson(address, reasonOf(fields))));
    router.push('/credits');
  }
  return (
    <PersonForm action="See as they do" submit={submit}>
      {(faults) => <ReasonField fault={faults['reason']} />}
    </PersonForm>
  );
}
