'use client';

import { useToast } from '../../shell/toast.tsx';
import { EmailField, TextField, textOf } from '../../people/fields.tsx';
import { useChange } from '../parts/change-button.tsx';
import { ChangeDialog } from '../parts/change-dialog.tsx';

interface Props {
  person: { id: string; name: string; email: string };
  close: () => void;
}

/** Gives a person another name. */
export function PersonNameDialog({ person: { id, name: before }, close }: Props) {
  const { change } = useChange();
  const say = useToast();
  async function send(fields: FormData) {
    const name = textOf(fields, 'name');
    const body = { name, reason: textOf(fields, 'reason') };
    await change('POST /api/operator/people/{person_id}/name', { params: { person_id: id }, body });
    say(`${before} is ${name} now.`);
  }
  return (
    <ChangeDialog
      title={`Change the name of ${before}`}
      action="Change name"
      send={send}
      close={close}
      about={
        <p className="text-quiet">
          It stands wherever their changes, keys and calls are shown. Their id stays.
        </p>
      }
    >
      {(faults) => <TextField label="Name" name="name" defaultValue={before} fault={faults['name']} />}
    </ChangeDialog>
  );
}

/** Gives a person another address, which nobody confirms. */
export function PersonAddressDialog({ person: { id, name, email: before }, close }: Props) {
  const { change } = useChange();
  const say = useToast();
  async function send(fields: FormData) {
    const email = textOf(fields, 'email');
    const body = { email, reason: textOf(fields, 'reason') };
    await change('POST /api/operator/people/{person_id}/address', { params: { person_id: id }, body });
    say(`${name} signs in with ${email} now.`);
  }
  return (
    <ChangeDialog
      title={`Change the address of ${name}`}
      action="Change address"
      send={send}
      close={close}
      about={
        <>
          <p className="break-words text-quiet">
            Now: {before}. Whoever has the new address can sign in as {name}: make sure that it is theirs.
          </p>
          <p className="text-quiet">
            Password and sessions stay. The old address is notified and cannot be used to sign in; links and
            codes that were emailed to it end.
          </p>
        </>
      }
    >
      {(faults) => <EmailField fault={faults['email']} />}
    </ChangeDialog>
  );
}
