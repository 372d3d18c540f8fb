'use client';

import { useMutation } from '@tanstack/react-query';
import { Failure } from '../load-error.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { askForPasskey, passkeySentence } from './ask-for-passkey.ts';

interface Props {
  label: string;
  /** Sends what the browser says about the passkey. */
  send: (passkey: unknown) => Promise<unknown>;
  /** Why the passkey of the field was refused, shown until the button is used. */
  fieldFailure?: string | undefined;
}

/** Asks the browser for a passkey. */
export function PasskeyButton({ label, send, fieldFailure }: Props) {
  const using = useMutation({ mutationFn: async () => send(await askForPasskey()) });
  const ofButton = using.error && passkeySentence(using.error);
  const failure = using.isIdle ? fieldFailure : ofButton;
  return (
    <div>
      <button type="button" disabled={using.isPending} onClick={() => using.mutate()} className={quietButton}>
        {label}
      </button>
      <Failure of={failure} />
    </div>
  );
}
