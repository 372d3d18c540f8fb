'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '../../confirmation/use-action.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { quietButton } from '../../shell/buttons.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ChangeButton, ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';

/** Begins a look, whose page shows how far it is and then what is newer. */
export function LookForNewer({ slug, isMain }: { slug: string; isMain: boolean }) {
  const router = useRouter();
  const act = useAction();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => act('POST /api/operator/apis/{slug}/looks', { params: { slug }, body: {} }),
    onSuccess: ({ id }) => router.push(`/operator/imports/${id}`),
  });
  return (
    <>
      {error && (
        <p role="alert" className="basis-full text-bad">
          {error.message}
        </p>
      )}
      <button
        type="button"
        disabled={isPending || isSuccess}
        onClick={() => mutate()}
        className={`with-script button ${isMain ? 'button-main' : ''}`}
      >
        Look for a newer version
      </button>
    </>
  );
}

interface Props {
  slug: string;
  name: string;
  address: string | null;
  isDaily: boolean;
}

/** Looks every day from now on, or no more. */
export function DailySwitch({ slug, name, address, isDaily }: Props) {
  return (
    <ChangeButton
      label={isDaily ? 'Stop looking daily' : 'Look daily'}
      about={`for newer versions of ${name}`}
      route="POST /api/operator/apis/{slug}/document"
      params={{ slug }}
      body={{ address, daily: !isDaily }}
    />
  );
}

/** Where the document is, as it may have moved. */
export function DocumentAddress({ slug, name, address, isDaily }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { change } = useChange();
  async function submit(fields: FormData) {
    const typed = textOf(fields, 'address').trim();
    const body = { address: typed === '' ? null : typed, daily: isDaily, ...reasonOf(fields) };
    await change('POST /api/operator/apis/{slug}/document', { params: { slug }, body });
    setIsOpen(false);
  }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className={`with-script ${quietButton}`}>
        {address === null ? 'Enter its address…' : 'Change…'}
        <span className="sr-only"> of the document of {name}</span>
      </button>
      {isOpen && (
        <FormDialog
          title={`Where is the document of ${name}?`}
          action="Use this address"
          submit={submit}
          close={() => setIsOpen(false)}
        >
          {(faults) => (
            <>
              <TextField
                label="Address"
                name="address"
                type="url"
                required={false}
                defaultValue={address ?? ''}
                placeholder="https://api.example.com/openapi.yaml"
                hint="Of its OpenAPI document. Empty forgets it."
                fault={faults['address']}
              />
              <ReasonField fault={faults['reason']} isOptional />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
