'use client';

import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import { PasswordField } from '../people/password-fields.tsx';
import { PersonForm } from '../people/person-form.tsx';
import { textOf } from '../people/text-of.ts';
import { TitledModal } from '../shell/titled-modal.tsx';

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks a person to prove who they are, once more. */
export function ConfirmationDialog({ onConfirmed, onClose }: Props) {
  async function submit(fields: FormData) {
    const body = { password: textOf(fields, 'password') };
    await fetchJson('/api/session/confirmation', z.undefined(), new AbortController().signal, { body });
    onConfirmed();
  }
  return (
    <TitledModal title="Confirm that it is you" close={onClose}>
      <p className="mt-2 text-quiet">This change is important. It counts for ten minutes.</p>
      <PersonForm action="Confirm" submit={submit}>
        {(faults) => <PasswordField label="Password" name="password" fault={faults['password']} />}
      </PersonForm>
    </TitledModal>
  );
}
