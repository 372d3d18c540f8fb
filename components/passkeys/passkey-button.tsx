'use client';

import { useMutation } from '@tanstack/react-query';
import { quietButton } from '../quiet-button.ts';
import { askForPasskey } from './ask-for-passkey.ts';
import { passkeySentence } from './passkey-sentence.ts';

interface Props {
  label: string;
  /** Sends what the browser says about the passkey. */
  send: (passkey: unknown) => Promise<unknown>;
}

/** Asks the browser for a passkey. */
export function PasskeyButton({ label, send }: Props) {
  const using = useMutation({ mutationFn: async () => send(await askForPasskey()) });
  return (
    <div>
      <button type="button" disabled={using.isPending} onClick={() => using.mutate()} className={quietButton}>
        {label}
      </button>
      {using.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {passkeySentence(using.error)}
        </p>
      )}
    </div>
  );
}
