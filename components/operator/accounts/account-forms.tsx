'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SpendingLimits } from '../../../lib/account/api-keys.ts';
import type { AccountDetail } from '../../../lib/operator/accounts.ts';
import { countOf, creditsText, groupedNumber } from '../../../lib/text/numbers.ts';
import { capsOf, creditsOf, readCredits } from '../../../lib/text/typed-credits.ts';
import { CapFields } from '../../keys/cap-fields.tsx';
import { CreditsField } from '../../keys/key-field.tsx';
import { useChangeOfCaller } from '../../keys/use-change-of-caller.ts';
import { becomePerson } from '../../people/become-person.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { useConfirmed } from '../../confirmation/use-action.ts';
import { FormDialog } from '../../shell/confirmation.tsx';
import { useToast } from '../../shell/toast.tsx';
import { DangerDialog } from '../parts/danger-button.tsx';
import { ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';

interface Props {
  account: { id: string; name: string };
  close: () => void;
}

/** Sets the spending limits of an account. */
export function CapDialog({ account, limits, close }: Props & { limits: SpendingLimits | null }) {
  const { change } = useChange();
  const say = useToast();
  const caps = {
    day: limits?.day.cap ?? null,
    month: limits?.month.cap ?? null,
    total: limits?.total.cap ?? null,
  };
  async function submit(fields: FormData) {
    const body = { caps: capsOf(fields), reason: textOf(fields, 'reason') };
    const params = { account_id: account.id };
    await change('POST /api/operator/accounts/{account_id}/caps', { params, body });
    close();
    say(`The limits of ${account.name} were saved.`);
  }
  return (
    <FormDialog
      title={`Spending limits of ${account.name}`}
      action="Save limits"
      submit={submit}
      close={close}
      about={
        <p className="text-quiet">For all its members and API keys together, including running calls.</p>
      }
    >
      {(faults) => (
        <>
          <CapFields caps={caps} faults={faults} />
          <ReasonField fault={faults['reason']} />
        </>
      )}
    </FormDialog>
  );
}

/** Gives an account another name. */
export function RenameDialog({ account, close }: Props) {
  const { change } = useChange();
  const say = useToast();
  async function submit(fields: FormData) {
    const body = { name: textOf(fields, 'name'), ...reasonOf(fields) };
    const params = { account_id: account.id };
    const { name } = await change('POST /api/operator/accounts/{account_id}/name', { params, body });
    close();
    say(`${account.name} is ${name} now.`);
  }
  return (
    <FormDialog
      title={`Rename ${account.name}`}
      action="Rename"
      submit={submit}
      close={close}
      about={
        <p className="text-quiet">
          Its id, keys, members, credits and calls stay. Its members see the new name.
        </p>
      }
    >
      {(faults) => (
        <>
          <TextField
            label="Name"
            name="name"
            type="text"
            defaultValue={account.name}
            fault={faults['name']}
          />
          <ReasonField fault={faults['reason']} />
        </>
      )}
    </FormDialog>
  );
}

/** Adds credits to an account, or takes some back. The button repeats the amount. */
export function GrantDialog({ account, available, close }: Props & { available: number }) {
  const { change } = useChange();
  const say = useToast();
  const [typed, setTyped] = useState('');
  const read = typed.trim() === '' ? 0 : readCredits(typed);
  const credits = typeof read === 'string' ? 0 : read;
  const amount = creditsText(Math.abs(credits));
  async function submit(fields: FormData) {
    const body = {
      accountId: account.id,
      credits: creditsOf(fields, 'credits'),
      reason: textOf(fields, 'reason'),
    };
    const granted = await change('POST /api/operator/grants', { body });
    close();
    say(`${account.name} has ${creditsText(granted.available)} available now.`);
  }
  return (
    <FormDialog
      title={`Add credits to ${account.name}`}
      formAction="Add credits"
      action={credits === 0 ? 'Add credits' : `${credits > 0 ? 'Add' : 'Take'} ${amount}`}
      submit={submit}
      close={close}
    >
      {(faults) => (
        <>
          <div onInput={({ target }) => target instanceof HTMLInputElement && setTyped(target.value)}>
            <CreditsField
              label="Credits"
              name="credits"
              required
              inputMode="text"
              hint="A negative number, such as -20, takes credits back."
              fault={faults['credits']}
            />
          </div>
          <ReasonField
            fault={faults['reason']}
            hint="Recorded in the audit log, and shown to the members of the account."
          />
          <p className="flex items-baseline gap-2 text-sm tabular-nums">
            Available
            <span aria-hidden className="min-w-3 flex-1 border-b border-dotted border-edge" />
            <span className="text-quiet">{groupedNumber(available)}</span> →{' '}
            <strong className="font-semibold">{groupedNumber(available + credits)}</strong>
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Suspends an account, or ends its suspension. */
export function SuspendDialog({
  account: { id, name },
  isSuspended,
  close,
}: Props & { isSuspended: boolean }) {
  const { change } = useChange();
  const say = useToast();
  const route = 'POST /api/operator/accounts/{account_id}/suspension';
  const params = { account_id: id };
  if (!isSuspended)
    return (
      <DangerDialog
        action="Suspend"
        title={`Suspend ${name}?`}
        {...{ route, params, close }}
        body={{ suspended: true }}
      >
        <p className="break-words">
          All API keys of <strong>{name}</strong> are refused immediately, until you end the suspension. Its
          members can still read, but cannot make calls or add anything. It keeps its credits.
        </p>
      </DangerDialog>
    );
  const submit = async (fields: FormData) => {
    await change(route, { params, body: { suspended: false, ...reasonOf(fields) } });
    close();
    say(`The suspension of ${name} ended.`);
  };
  return (
    <FormDialog
      title={`End the suspension of ${name}?`}
      action="End the suspension"
      submit={submit}
      close={close}
      about={<p>Its API keys work again, and its members can make calls.</p>}
    >
      {(faults) => <ReasonField fault={faults['reason']} isOptional />}
    </FormDialog>
  );
}

/** Says what ends with the account, and what stays. */
export function whatEnds({ keys, members }: Pick<AccountDetail, 'keys' | 'members'>): string {
  return `${countOf(keys, 'API key')} and ${countOf(members.length, 'membership')} end, as do its webhooks, alerts and invitations. Its ledger, calls and receipts stay.`;
}

const closureRoute = 'POST /api/operator/accounts/{account_id}/closure';

/** Closes an account. The name is typed. */
export function CloseDialog({
  account,
  close,
}: Props & { account: Pick<AccountDetail, 'available' | 'keys' | 'members'> }) {
  const { id, name, available } = account;
  return (
    <DangerDialog
      action="Close the account"
      title={`Close ${name}?`}
      route={closureRoute}
      params={{ account_id: id }}
      body={{ closed: true }}
      nameToType={name}
      close={close}
    >
      <p className="break-words">
        <strong>{name}</strong> makes no calls any more. {whatEnds(account)} Running calls are finished and
        charged.
      </p>
      {available > 0 && (
        <p>
          <strong>{creditsText(available)}</strong> stay unused: take them back first if they are to be
          refunded.
        </p>
      )}
    </DangerDialog>
  );
}

/** Opens an account again, without the members and keys that ended. */
export function ReopenDialog({
  account: { id, name, available },
  close,
}: Props & { account: Pick<AccountDetail, 'available'> }) {
  const { change } = useChange();
  const say = useToast();
  const submit = async (fields: FormData) => {
    await change(closureRoute, { params: { account_id: id }, body: { closed: false, ...reasonOf(fields) } });
    close();
    say(`${name} is open again.`);
  };
  return (
    <FormDialog
      title={`Reopen ${name}?`}
      action="Reopen the account"
      submit={submit}
      close={close}
      about={
        <p>
          Its {creditsText(available)} can be spent again. Its members, API keys and webhooks stay ended:
          invite an owner next.
        </p>
      }
    >
      {(faults) => <ReasonField fault={faults['reason']} />}
    </FormDialog>
  );
}

/** Shows the portal as the members of an account see it. */
export function SeeAsDialog({ account: { id, name }, close }: Props) {
  const router = useRouter();
  const confirmed = useConfirmed();
  const changeCaller = useChangeOfCaller();
  async function submit(fields: FormData) {
    const given = { params: { account_id: id }, body: reasonOf(fields) };
    await confirmed(() =>
      changeCaller(() => becomePerson('POST /api/operator/accounts/{account_id}/see-as', given)),
    );
    router.push('/credits');
  }
  return (
    <FormDialog
      title={`View ${name} as a member`}
      action="View as a member"
      submit={submit}
      close={close}
      about={
        <p className="text-quiet">
          For half an hour, you see its catalogue, credits, calls, keys, members and webhooks as a read-only
          member.
        </p>
      }
    >
      {(faults) => <ReasonField fault={faults['reason']} />}
    </FormDialog>
  );
}
