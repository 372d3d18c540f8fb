'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SpendingLimits } from '../../../lib/account/api-keys.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { capsOf, creditsOf } from '../../../lib/text/typed-credits.ts';
import { CapFields } from '../../keys/cap-fields.tsx';
import { CreditsField } from '../../keys/key-field.tsx';
import { useChangeOfCaller } from '../../keys/use-change-of-caller.ts';
import { becomePerson } from '../../people/become-person.ts';
import { PersonForm } from '../../people/person-form.tsx';
import { textOf } from '../../people/fields.tsx';
import { useConfirmed } from '../../confirmation/use-action.ts';
import { DangerButton } from '../danger-button.tsx';
import { ReasonField, reasonOf, useChange } from '../change-button.tsx';

/** Sets the spending limits of an account. */
export function CapForm({ accountId, limits }: { accountId: string; limits: SpendingLimits | null }) {
  const { change } = useChange();
  const [isSaved, setIsSaved] = useState(false);
  const caps = {
    day: limits?.day.cap ?? null,
    month: limits?.month.cap ?? null,
    total: limits?.total.cap ?? null,
  };
  async function submit(fields: FormData) {
    setIsSaved(false);
    const body = { caps: capsOf(fields), reason: textOf(fields, 'reason') };
    await change('POST /api/operator/accounts/{account_id}/caps', {
      params: { account_id: accountId },
      body,
    });
    setIsSaved(true);
  }
  return (
    <>
      {/* Begins again with the limits that were saved. */}
      <PersonForm key={`${caps.day} ${caps.month} ${caps.total}`} action="Save limits" submit={submit}>
        {(faults) => (
          <>
            <CapFields caps={caps} faults={faults} />
            <ReasonField fault={faults['reason']} />
          </>
        )}
      </PersonForm>
      <p role="status" className="mt-2 text-sm text-good">
        {isSaved && 'The limits were saved.'}
      </p>
    </>
  );
}

/** Adds credits to an account, or takes some back. */
export function GrantForm({ accountId }: { accountId: string }) {
  const { change, made } = useChange();
  const [available, setAvailable] = useState<number | null>(null);
  async function submit(fields: FormData) {
    const credits = creditsOf(fields, 'credits');
    const body = { accountId, credits, reason: textOf(fields, 'reason') };
    setAvailable((await change('POST /api/operator/grants', { body })).available);
  }
  return (
    <>
      {/* Empty again after each grant. */}
      <PersonForm key={made} action="Add credits" submit={submit}>
        {(faults) => (
          <>
            <CreditsField
              label="Credits"
              name="credits"
              required
              inputMode="text"
              hint="Enter a negative number, such as -20, to take credits back."
              fault={faults['credits']}
            />
            <ReasonField
              fault={faults['reason']}
              hint="Recorded in the audit log, and shown to the members of the account."
            />
          </>
        )}
      </PersonForm>
      <p role="status" className="mt-2 text-sm text-good">
        {available !== null &&
          `Done. ${countOf(available, 'credit')} ${available === 1 ? 'is' : 'are'} available.`}
      </p>
    </>
  );
}

interface Props {
  account: { id: string; name: string };
  isSuspended: boolean;
}

/** Suspends an account, or ends its suspension. */
export function SuspendForm({ account: { id, name }, isSuspended }: Props) {
  const { change, made } = useChange();
  const route = 'POST /api/operator/accounts/{account_id}/suspension';
  const params = { account_id: id };
  if (!isSuspended)
    return (
      <p className="mt-3">
        <DangerButton
          action="Suspend"
          title={`Suspend ${name}?`}
          {...{ route, params }}
          body={{ suspended: true }}
        >
          <p className="break-words">
            All API keys of <strong>{name}</strong> are refused immediately, until you end the suspension. Its
            members can still read, but cannot make calls or add anything. It keeps its credits.
          </p>
        </DangerButton>
      </p>
    );
  const submit = (fields: FormData) =>
    change(route, { params, body: { suspended: false, ...reasonOf(fields) } });
  return (
    <PersonForm key={made} action="End the suspension" submit={submit}>
      {(faults) => <ReasonField fault={faults['reason']} isOptional />}
    </PersonForm>
  );
}

/** Shows the portal as the members of an account see it. */
export function SeeAsForm({ accountId }: { accountId: string }) {
  const router = useRouter();
  const confirmed = useConfirmed();
  const changeCaller = useChangeOfCaller();
  async function submit(fields: FormData) {
    const given = { params: { account_id: accountId }, body: reasonOf(fields) };
    await confirmed(() =>
      changeCaller(() => becomePerson('POST /api/operator/accounts/{account_id}/see-as', given)),
    );
    router.push('/credits');
  }
  return (
    <PersonForm action="View as a member" submit={submit}>
      {(faults) => <ReasonField fault={faults['reason']} />}
    </PersonForm>
  );
}
