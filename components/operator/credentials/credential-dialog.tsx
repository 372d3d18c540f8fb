'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TestedCredential } from '../../../lib/operator/credentials.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { useAction } from '../../confirmation/use-action.ts';
import { fetching } from '../../fetch-json.ts';
import { TextField, textOf } from '../../people/fields.tsx';
import { quietButton } from '../../shell/buttons.tsx';
import { FormDialog } from '../../shell/confirmation.tsx';
import { MayAllow, ReasonField, reasonOf, useChange } from '../parts/change-button.tsx';

export const storedNote = 'Stored encrypted. Nobody can read it again, operators neither.';

/** Opens the dialog that sets or replaces a credential. */
export function SetCredentialButton({
  name,
  isSet = false,
  onStored,
}: {
  /** Without it, the dialog asks for it. */
  name?: string;
  isSet?: boolean;
  onStored: (isStored: boolean) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    onStored(false);
    setIsOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className={`with-script button ${name === undefined ? 'button-main' : 'button-small'}`}
        onClick={open}
      >
        {name === undefined ? 'Set another credential …' : isSet ? 'Replace …' : 'Set …'}
        {name !== undefined && <span className="sr-only"> {name}</span>}
      </button>
      {isOpen && (
        <SetCredentialDialog
          {...(name !== undefined && { name })}
          isSet={isSet}
          close={() => setIsOpen(false)}
          onStored={() => onStored(true)}
        />
      )}
    </>
  );
}

interface Props {
  /** Without it, the dialog asks for it. */
  name?: string;
  isSet: boolean;
  close: () => void;
  onStored: () => void;
}

function SetCredentialDialog({ name, isSet, close, onStored }: Props) {
  const { change } = useChange();
  async function submit(fields: FormData) {
    const params = { name: name ?? textOf(fields, 'name').trim() };
    const body = { value: textOf(fields, 'value'), ...reasonOf(fields) };
    await change('POST /api/operator/credentials/{name}', { params, body });
    onStored();
    close();
  }
  const verb = isSet ? 'Replace' : 'Set';
  return (
    <FormDialog
      title={name === undefined ? 'Set a credential' : `${verb} ${name}`}
      action={`${verb} credential`}
      submit={submit}
      close={close}
      about={
        <>
          {name !== undefined && <Needing name={name} />}
          <p className="text-sm text-quiet">
            {isSet
              ? 'New calls use it at once, in all portals. Running calls finish with the one before, which can be brought back for 24 hours.'
              : 'New calls use it at once, in all portals.'}
          </p>
        </>
      }
    >
      {(faults) => (
        <>
          {name === undefined && (
            <TextField
              label="Name"
              name="name"
              autoComplete="off"
              autoCapitalize="characters"
              hint="As products name it, such as STRIPE_KEY."
              fault={faults['name']}
            />
          )}
          <ValueField name={name} faults={faults} />
          <ReasonField fault={faults['reason']} isOptional />
        </>
      )}
    </FormDialog>
  );
}

const mostNamed = 3;

/** Who sets a credential sees where it goes: whoever answers there can read it. */
function Needing({ name }: { name: string }) {
  const { data } = useQuery({
    queryKey: ['operator', 'credential', name],
    queryFn: fetching('GET /api/operator/credentials/{name}', { params: { name } }),
  });
  if (!data || data.products === 0) return null;
  const { hosts, needing, products } = data;
  const named = needing.slice(0, mostNamed).map((product) => product.name);
  const more = products - named.length;
  return (
    <p className="text-sm break-words">
      Sent to <strong className="font-medium">{hosts.join(', ')}</strong> by {named.join(', ')}
      {more > 0 && ` and ${groupedNumber(more)} more`}.
    </p>
  );
}

/** The field of a value, which can be tried before it is stored. */
function ValueField({ name, faults }: { name: string | undefined; faults: Record<string, string> }) {
  const place = useRef<HTMLDivElement>(null);
  const { mutate, isPending, data, error, reset } = useTest(name ?? '');
  const test = () => {
    const input = place.current?.querySelector('input');
    if (input?.reportValidity()) mutate(input.value);
  };
  return (
    <div ref={place} className="grid gap-2" onInput={() => reset()}>
      <TextField
        label="Credential"
        name="value"
        type="password"
        autoComplete="off"
        hint="For HTTP basic authentication user:password."
        // A fault of the name has no field of its own in the dialog of one credential.
        fault={faults['value'] ?? (name === undefined ? undefined : faults['name'])}
      />
      {name !== undefined && (
        <div>
          <button type="button" disabled={isPending} className={quietButton} onClick={test}>
            Test before it is stored
          </button>
        </div>
      )}
      <TestResult result={data} error={error} />
    </div>
  );
}

/** Tries a value, or else the one in use. */
export function useTest(name: string) {
  const act = useAction();
  return useMutation({
    mutationFn: (value: string | undefined) =>
      act('POST /api/operator/credentials/{name}/test', {
        params: { name },
        body: value === undefined ? {} : { value },
      }),
  });
}

const looks: Record<TestedCredential['outcome'], string> = {
  accepted: 'text-good',
  refused: 'text-bad',
  unclear: 'text-warn',
  untested: 'text-quiet',
};

export function TestResult({ result, error }: { result: TestedCredential | undefined; error: Error | null }) {
  const look = error ? 'text-bad' : looks[result?.outcome ?? 'untested'];
  return (
    <span role="status" className={`block text-sm break-words ${look}`}>
      <MayAllow text={error ? error.message : (result?.sentence ?? '')} />
    </span>
  );
}
