import { useState } from 'react';
import { CopyButton } from '../shell/copy-button.tsx';
import { TitledModal } from '../shell/modal.tsx';

/** The portal stores only hashes, so the dialog closes only after “I have saved them”. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
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
