import { useState } from 'react';
import { CopyButton } from '../shell/copy-button.tsx';
import { TitledModal } from '../shell/titled-modal.tsx';

/** The new key. The portal stores only a hash, so the dialog closes only after “I have saved it”. */
export function CreatedKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <TitledModal title="Your new API key" close={onClose} refuseToClose={() => setIsAsking(true)}>
      <p className="mt-2 text-warn">
        This key is shown only once. Copy it now and store it like a password: anyone who has it can spend
        your account’s credits.
      </p>
      <p className="mt-4 rounded-md border border-line bg-sunk p-3 font-mono break-all select-all">
        {apiKey}
      </p>
      {isAsking && (
        <p role="alert" className="mt-3 text-sm text-bad">
          Save the key first. You cannot see it again after closing this dialog.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <CopyButton text={apiKey} className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink" />
        <button
          type="button"
          onClick={onClose}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          I have saved it
        </button>
      </div>
    </TitledModal>
  );
}
