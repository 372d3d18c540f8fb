'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Session } from '../../lib/account/session.ts';
import { useAction } from '../confirmation/use-action.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { OperatorText } from '../operator-text.tsx';
import { FormDialog } from '../shell/confirmation.tsx';
import { SignOutButton } from '../shell/header/sign-out-button.tsx';
import { useToast } from '../shell/toast.tsx';
import { EmailField, TextField, textOf } from './fields.tsx';

type Person = NonNullable<Session['person']>;

/** Who is signed in, and how they change their name and address. */
export function OwnPerson({ person, mailsLinks }: { person: Person; mailsLinks: boolean }) {
  const [opened, setOpened] = useState<'name' | 'address' | null>(null);
  const close = () => setOpened(null);
  return (
    <div className="mt-4 rounded-md border border-line bg-card p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium break-words">{person.name}</p>
          <p className="text-sm break-words text-quiet">
            {person.email}
            {person.operatorRole !== null && ` · Operator (${person.operatorRole})`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <button type="button" onClick={() => setOpened('name')} className="with-script button">
            Change name…
          </button>
          {mailsLinks && (
            <button type="button" onClick={() => setOpened('address')} className="with-script button">
              Change address…
            </button>
          )}
          <SignOutButton />
        </div>
      </div>
      {!mailsLinks && (
        <p className="mt-2 text-sm text-quiet">
          <OperatorText>To change your address, ask an operator of this portal.</OperatorText>
        </p>
      )}
      {opened === 'name' && <NameDialog person={person} close={close} />}
      {opened === 'address' && <AddressDialog close={close} />}
    </div>
  );
}

function NameDialog({ person, close }: { person: Person; close: () => void }) {
  const act = useAction(sessionOptions());
  const router = useRouter();
  const say = useToast();
  async function submit(fields: FormData) {
    const name = textOf(fields, 'name');
    await act('PATCH /api/person', { body: { name } });
    close();
    say(`Your name is ${name} now.`);
    router.refresh();
  }
  return (
    <FormDialog title="Change your name" action="Change name" submit={submit} close={close}>
      {(faults) => (
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={person.name}
          autoFocus
          fault={faults['name']}
        />
      )}
    </FormDialog>
  );
}

function AddressDialog({ close }: { close: () => void }) {
  const act = useAction();
  const say = useToast();
  async function submit(fields: FormData) {
    const email = textOf(fields, 'email');
    await act('POST /api/person/address', { body: { email } });
    close();
    say(`A link was emailed to ${email}. Your address changes when you open it.`);
  }
  return (
    <FormDialog
      title="Change your address"
      action="Email the link"
      submit={submit}
      close={close}
      about={
        <p className="text-quiet">
          A link is emailed to the new address, and your present one is notified. Until you use the link,
          nothing changes. From then on you sign in with the new address.
        </p>
      }
    >
      {(faults) => <EmailField autoFocus fault={faults['email']} />}
    </FormDialog>
  );
}
