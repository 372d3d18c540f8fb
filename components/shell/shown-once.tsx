import { type ReactNode, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { TitledModal } from './modal.tsx';

interface Props {
  title: string;
  secret: string;
  /** What is lost: `key`. */
  name: string;
  onClose: () => void;
  /** What it is for. */
  children: ReactNode;
}

/** A secret that cannot be shown again, so the dialog closes only after “I have saved it”. */
export function ShownOnce({ title, secret, name, onClose, children }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <TitledModal label={title} close={onClose} refuseToClose={() => setIsAsking(true)}>
      <p className="mt-2 text-warn">{children}</p>
      <p className="mt-4 rounded-md border border-line bg-sunk p-3 font-mono break-all select-all">
        {secret}
      </p>
      {isAsking && (
        <p role="alert" className="mt-3 text-sm text-bad">
          Save the {name} first. You cannot see it again after closing this dialog.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <CopyButton text={secret} className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink" />
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
