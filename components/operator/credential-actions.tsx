'use client';

import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ListedCredential, TestedCredential } from '../../lib/operator/credentials.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { momentText } from '../../lib/text/times.ts';
import { useAction } from '../confirmation/use-action.ts';
import { TextField, textOf } from '../people/fields.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { FormDialog } from '../shell/confirmation.tsx';
import { ChangeButton, ReasonField, reasonOf, useChange } from './change-button.tsx';
import { DangerButton } from './danger-button.tsx';

const stored = 'Stored encrypted. Nobody can read it again, operators neither.';

/** What an owner does with a credential. One of the environment can only be tested. */
export function CredentialActions({ credential }: { credential: ListedCredential }) {
  const { name, state, source, isOverridden, earlierUntil } = credential;
  const isOwn = source === 'console' || isOverridden;
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end">
      {source !== 'environment' && <SetButton name={name} isSet={state !== 'missing'} />}
      {state === 'set' && <TestButton name={name} />}
      {earlierUntil !== null && (
        <ChangeButton
          label="Bring back"
          about={`the credential ${name} that was replaced, until ${momentText(earlierUntil)} UTC`}
          route="POST /api/operator/credentials/{name}/restoration"
          params={{ name }}
          body={{}}
        />
      )}
      {isOwn && <RevokeButton {...credential} />}
    </div>
  );
}

function SetButton({ name, isSet }: { name: string; isSet: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isStored, setIsStored] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`with-script ${quietButton}`}
        onClick={() => {
          setIsStored(false);
          setIsOpen(true);
        }}
      >
        {isSet ? 'Replace' : 'Set'} … <span className="sr-only">{name}</span>
      </button>
      <p role="status" className="order-last w-full text-sm text-good sm:text-right">
        {isStored && stored}
      </p>
      {isOpen && (
        <SetDialog
          name={name}
          isSet={isSet}
          close={() => setIsOpen(false)}
          onStored={() => setIsStored(true)}
        />
      )}
    </>
  );
}

interface DialogProps {
  /** Without it, the dialog asks for it. */
  name?: string;
  isSet?: boolean;
  close: () => void;
  onStored: () => void;
}

function SetDialog({ name, isSet = false, close, onStored }: DialogProps) {
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
        <p className="text-sm text-quiet">
          {isSet
            ? 'New calls use it at once; running calls finish with the one before, which you can bring back for 24 hours.'
            : 'New calls use it at once, in all portals.'}
        </p>
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

/** The field of a value, which can be tried before it is stored. */
function ValueField({ name, faults }: { name: string | undefined; faults: Record<string, string> }) {
  const place = useRef<HTMLDivElement>(null);
  const { mutate, isPending, data, error, reset } = useTest(name ?? '');
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
          <button
            type="button"
            disabled={isPending}
            className={quietButton}
            onClick={() => {
              const input = place.current?.querySelector('input');
              if (input?.reportValidity()) mutate(input.value);
            }}
          >
            Test before it is stored
          </button>
        </div>
      )}
      <TestResult result={data} error={error} />
    </div>
  );
}

function TestButton({ name }: { name: string }) {
  const { mutate, isPending, data, error } = useTest(name);
  const id = useId();
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        aria-describedby={id}
        className={`with-script ${quietButton}`}
        onClick={() => mutate(undefined)}
      >
        Test <span className="sr-only">{name}</span>
      </button>
      <span id={id} className="order-last w-full sm:text-right">
        <TestResult result={data} error={error} />
      </span>
    </>
  );
}

/** Tries a value, or else the one in use. */
function useTest(name: string) {
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

function TestResult({ result, error }: { result: TestedCredential | undefined; error: Error | null }) {
  return (
    <span
      role="status"
      className={`block text-sm break-words ${error ? 'text-bad' : looks[result?.outcome ?? 'untested']}`}
    >
      {error ? error.message : result?.sentence}
    </span>
  );
}

function RevokeButton({ name, products, online, source }: ListedCredential) {
  return (
    <DangerButton
      action="Revoke"
      about={name}
      title={`Revoke ${name}?`}
      route="POST /api/operator/credentials/{name}/revocation"
      params={{ name }}
      nameToType={name}
    >
      <p className="break-words">
        {source === 'environment'
          ? 'It is deleted here. Calls go on with the one of the environment.'
          : `It is deleted, with the one that it replaced. ${consequence(products, online)}`}{' '}
        At the API it stays valid: revoke it there, too.
      </p>
    </DangerButton>
  );
}

function consequence(products: number, online: number): string {
  if (products === 0) return 'No product needs it.';
  if (online === 0) return `${countOf(products, 'product')} need it to go online; none is online.`;
  return `${countOf(online, 'product')} that ${online === 1 ? 'is' : 'are'} online and ${online === 1 ? 'needs' : 'need'} it will refuse calls, which cost nothing.`;
}

/** For a credential that no product names yet. */
export function NewCredential() {
  const [isOpen, setIsOpen] = useState(false);
  const [isStored, setIsStored] = useState(false);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <button
        type="button"
        className={`with-script ${quietButton}`}
        onClick={() => {
          setIsStored(false);
          setIsOpen(true);
        }}
      >
        Set another credential …
      </button>
      <span role="status" className="text-sm text-good">
        {isStored && stored}
      </span>
      {isOpen && <SetDialog close={() => setIsOpen(false)} onStored={() => setIsStored(true)} />}
    </div>
  );
}
