'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { NewSecondFactor, SecondFactorState } from '../../lib/account/factors.ts';
import { momentText } from '../../lib/text/times.ts';
import { useAction } from '../confirmation/use-action.ts';
import { Failure, OwnLoadError } from '../load-error.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { ConfirmButton } from '../shell/confirmation.tsx';
import { CopyButton } from '../shell/copy-button.tsx';
import { TitledModal } from '../shell/modal.tsx';
import { CodeField, textOf } from './fields.tsx';
import { PersonForm } from './person-form.tsx';
import { secondFactorQuery } from './queries.ts';

/** Codes of an authenticator app, which a sign-in asks for after the password. */
export function SecondFactor({ note }: { note: ReactNode }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [begun, setBegun] = useState<NewSecondFactor>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  function finish(codes: string[]) {
    setBegun(undefined);
    setRecoveryCodes(codes);
    void client.invalidateQueries(secondFactorQuery);
  }
  if (error && !data)
    return <OwnLoadError what="Your second factor" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="second-factor" className="mt-10">
      <h2 id="second-factor" className="text-lg font-semibold">
        Second factor
      </h2>
      <p className="text-sm text-quiet">
        Codes from an authenticator app, which you enter after your password when you sign in.
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
  const act = useAction();
  const beginning = useMutation({
    mutationFn: () => act('POST /api/second-factor', { body: {} }),
    onSuccess: (begun) => 'secret' in begun && onBegun(begun),
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
      <Failure of={beginning.error} />
    </>
  );
}

function Enabled({ enabledAt, recoveryCodesLeft }: SecondFactorState) {
  const act = useAction(secondFactorQuery);
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-y border-line py-3">
      <div>
        <p className="font-medium">On{enabledAt && ` since ${momentText(enabledAt)} UTC`}</p>
        <p className={`text-sm ${recoveryCodesLeft > 2 ? 'text-quiet' : 'text-warn'}`}>
          {recoveryCodesLeft} of 10 recovery codes left. For new ones, remove the second factor and set it up
          again.
        </p>
      </div>
      <ConfirmButton
        label="Remove"
        className="rounded-md border border-line px-3 py-1.5 text-bad hover:bg-sunk"
        title="Remove the second factor?"
        action="Remove"
        act={() => act('DELETE /api/second-factor')}
      >
        <p>You will sign in with only your password. Recovery codes stop working.</p>
      </ConfirmButton>
    </div>
  );
}

/** The portal stores only hashes, so the dialog closes only after “I have saved them”. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <TitledModal label="Your recovery codes" close={onClose} refuseToClose={() => setIsAsking(true)}>
      <p className="mt-2 text-warn">
        Each of them works once if you lose the app. They are shown only once: print them, or store them like
        a password.
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
  const act = useAction();
  async function submit(fields: FormData) {
    const done = await act('POST /api/second-factor', { body: { code: textOf(fields, 'code') } });
    if ('recoveryCodes' in done) onEnabled(done.recoveryCodes);
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
