import type { ReactNode } from 'react';
import { TitledModal } from './titled-modal.tsx';

interface Props {
  title: string;
  /** The label of the button: `Revoke`. */
  action: string;
  isPending: boolean;
  /** Why it failed. */
  failure: string | null;
  act: () => void;
  close: () => void;
  /** The consequences. */
  children: ReactNode;
}

/** Asks before an action that cannot be undone. */
export function Confirmation({ title, action, isPending, failure, act, close, children }: Props) {
  return (
    <TitledModal title={title} close={close}>
      <div className="mt-2 grid grid-cols-1 gap-2">{children}</div>
      {failure !== null && (
        <p role="alert" className="mt-3 text-bad">
          {failure}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          onClick={close}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          Cancel
        </button>
        <button
          type="button"
          disabled={isPending}
          onClick={act}
          className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink disabled:opacity-60"
        >
          {action}
        </button>
      </div>
    </TitledModal>
  );
}
