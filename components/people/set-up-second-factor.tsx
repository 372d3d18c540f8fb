'use client';

import { enabledSecondFactor, type NewSecondFactor } from '../../lib/account/factors.ts';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { quietButton } from '../quiet-button.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { CodeField } from './code-field.tsx';
import { PersonForm } from './person-form.tsx';
import { textOf } from './text-of.ts';

interface Props {
  begun: NewSecondFactor;
  onEnabled: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Shows the secret to an authenticator app, and asks for a code of it. */
export function SetUpSecondFactor({ begun: { secret, link, picture }, onEnabled, onCancel }: Props) {
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
