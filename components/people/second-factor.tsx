'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import {
  type NewSecondFactor,
  newSecondFactor,
  type SecondFactorState,
  enabledSecondFactor,
} from '../../lib/account/factors.ts';
import { momentText } from '../../lib/text/times.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../load-error.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { CodeField, textOf } from './fields.tsx';
import { PersonForm } from './person-form.tsx';
import { secondFactorOptions } from './queries.ts';

/** Codes of an authenticator app, which a sign-in asks for after the password. */
export function SecondFactor({ note }: { note: ReactNode }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorOptions());
  const [begun, setBegun] = useState<NewSecondFactor>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  function finish(codes: string[]) {
    setBegun(undefined);
    setRecoveryCodes(codes);
    void client.invalidateQueries(secondFactorOptions());
  }
  if (error && !data)
    return <OwnLoadError what="Your second factor" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="second-factor" className="mt-10">
      <h2 id="second-factor" className="text-lg font-semibold">
        Second factor
      </h2>
      <p className="text-sm text-quiet">
        Codes of an authenticator app, which a sign-in asks for after the password.
      </p>
      {note}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} onClose={() => setRecoveryCodes(undefined)} />}
      {begun && <SetUpSecondFactor begun={begun} onEnabled={finish} onCancel={() => setBegun(undefined)} />}
      {data && !begun && data.enabledAt === null && !recoveryCodes && <Absent onBegun={setBegun} />}
      {data?.enabledAt && <Enabled {...data} />}
    </section>
  );
}

function Absent({ onBegun }: { onBegun: (begun: NewSecondFactor) => void }) {
  const { confirmed, dialog } = useConfirmation();
  const beginning = useMutation({
    mutationFn: () =>
      confirmed(() =>
        fetchJson('/api/second-factor', newSecondFactor, new AbortController().signal, { body: {} }),
      ),
    onSuccess: onBegun,
  });
  return (
    <>
      <button
        type="button"
        disabled={beginning.isPending}
        onClick={() => beginning.mutate()}
        className={`mt-3 ${quietButton}`}
      >
        Set up a second factor
      </button>
      {beginning.error && <Failure sentence={beginning.error.message} />}
      {dialog}
    </>
  );
}

function Enabled({ enabledAt, recoveryCodesLeft }: SecondFactorState) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [isAsking, setIsAsking] = useState(false);
  async function act() {
    const { signal } = new AbortController();
    await confirmed(() => fetchJson('/api/second-factor', z.undefined(), signal, { method: 'DELETE' }));
    await client.invalidateQueries(secondFactorOptions());
  }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-y border-line py-3">
      <div>
        <p className="font-medium">On{enabledAt && ` since ${momentText(enabledAt)} UTC`}</p>
        <p className={`text-sm ${recoveryCodesLeft > 2 ? 'text-quiet' : 'text-warn'}`}>
          {recoveryCodesLeft} of 10 recovery codes left. For new ones, remove the second factor and set it up
          again.
        </p>
      </div>
      <button
        type="button"
        onClick={() => setIsAsking(true)}
        className="rounded-md border border-line px-3 py-1.5 text-bad hover:bg-sunk"
      >
        Remove
      </button>
      {isAsking && (
        <Confirmation
          title="Remove the second factor?"
          action="Remove"
          act={act}
          close={() => setIsAsking(false)}
        >
          <p>You sign in with the password alone then. The recovery codes end, too.</p>
        </Confirmation>
      )}
      {dialog}
    </div>
  );
}

function Failure({ sentence }: { sentence: string }) {
  return (
    <p role="alert" className="mt-2 text-sm text-bad">
      {sentence}
    </p>
  );
}

/** The portal stores only hashes, so the dialog closes only after “I have saved them”. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <TitledModal label="Your recovery codes" close={onClose} refuseToClose={() => setIsAsking(true)}>
      <p className="mt-2 text-warn">
        Each of them signs in once if you lose the app. They are shown only once: print them, or store them
        like a password.
      </p>
      <ul className="mt-4 grid gap-1 rounded-md border border-line bg-sunk p-3 font-mono text-sm select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {isAsking && (
        <p role="alert" className="mt-3 text-sm text-bad">
          Save the codes first. You cannot see them again after closing this dialog.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <CopyButton
          text={codes.join('\n')}
          className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink"
        />
        <button
          type="button"
          onClick={onClose}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          I have saved them
        </button>
      </div>
    </TitledModal>
  );
}

interface Props {
  begun: NewSecondFactor;
  onEnabled: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Shows the secret to an authenticator app, and asks for a code of it. */
function SetUpSecondFactor({ begun: { secret, link, picture }, onEnabled, onCancel }: Props) {
  const { confirmed, dialog } = useConfirmation();
  async function submit(fields: FormData) {
    const body = { code: textOf(fields, 'code') };
    const { signal } = new AbortController();
    const { recoveryCodes } = await confirmed(() =>
      fetchJson('/api/second-factor', enabledSecondFactor, signal, { body }),
    );
    onEnabled(recoveryCodes);
  }
  return (
    <>
      <ol className="mt-4 grid list-decimal gap-4 pl-5">
        <li>
          <p>Scan this with your authenticator app, or open it on this device.</p>
          <QrCode {...picture} />
          <p className="mt-2 flex flex-wrap items-center gap-3">
            <a href={link} className="text-accent underline underline-offset-4">
              Open in an app
            </a>
          </p>
        </li>
        <li>
          <p>Or type this secret into the app.</p>
          <p className="mt-2 flex flex-wrap items-center gap-3">
            <span className="font-mono break-all select-all">{secret}</span>
            <CopyButton text={secret} label="Copy the secret" />
          </p>
        </li>
        <li>
          <p>Enter the code that the app shows.</p>
        </li>
      </ol>
      <PersonForm action="Turn on" submit={submit}>
        {(faults) => <CodeField hint="Six digits." fault={faults['code']} />}
      </PersonForm>
      <button type="button" className={`mt-4 ${quietButton}`} onClick={onCancel}>
        Cancel
      </button>
      {dialog}
    </>
  );
}

/** Light around it, as scanners need. */
const margin = 4;

function QrCode({ size, path }: NewSecondFactor['picture']) {
  const side = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label="QR code with the secret"
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mt-2 size-56 max-w-full rounded-md border border-line"
    >
      <rect x={-margin} y={-margin} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
