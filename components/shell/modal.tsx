'use client';

import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { openForCaller } from '../shown-caller.ts';

interface Props {
  label: string;
  close: () => void;
  /** Called by Escape and × instead of closing, if something would be lost. */
  refuseToClose?: () => void;
  /** Whether a click outside loses what was typed. */
  holdsInput?: boolean;
  className?: string;
  children: ReactNode;
}

const CloseDialog = createContext<(() => void) | null>(null);

/** Closes the dialog around the component; null outside of one. */
export function useCloseDialog(): (() => void) | null {
  return use(CloseDialog);
}

/**
 * The browser's dialog: it traps the focus, restores it, and closes with Escape. It is open while it is mounted. A click
 * outside closes it unless something was written in it.
 */
export function Modal({ label, close, refuseToClose, holdsInput = true, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isWritten = useRef(false);
  const isPressedOutside = useRef(false);
  // Closed while it is still in the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  useEffect(openForCaller, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={close}
      // Browsers close a dialog at the second Escape even if `cancel` was prevented, but not if the key was.
      onKeyDown={(event) => {
        if (!refuseToClose || event.key !== 'Escape') return;
        event.preventDefault();
        refuseToClose();
      }}
      onCancel={(event) => {
        if (refuseToClose && event.target === event.currentTarget) event.preventDefault();
      }}
      onInput={() => {
        isWritten.current = holdsInput;
      }}
      // A press on the dialog itself is outside its content. A selection of text may end there.
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        const isOutside = event.target === event.currentTarget && isPressedOutside.current;
        if (isOutside && !refuseToClose && !isWritten.current) close();
      }}
      className={`mx-auto w-[calc(100%-2rem)] overflow-hidden rounded-xl border border-line bg-raised p-0 shadow-2xl ${className}`}
    >
      <CloseDialog value={close}>{children}</CloseDialog>
      {/* The last one: a dialog opens with the focus on its first field. */}
      <button
        type="button"
        aria-label="Close"
        onClick={refuseToClose ?? close}
        className="absolute top-2.5 right-2.5 grid size-9 place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink max-sm:size-11"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4 stroke-current stroke-2">
          <path d="m4 4 12 12m0-12L4 16" />
        </svg>
      </button>
    </dialog>
  );
}

/** A dialog with a title. On a phone it is a sheet at the bottom. */
export function TitledModal({ label, children, ...dialog }: Omit<Props, 'className'>) {
  return (
    <Modal
      label={label}
      {...dialog}
      className="my-auto max-w-lg max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none"
    >
      <div className="max-h-[calc(100dvh-2rem)] overflow-y-auto p-6 max-sm:p-4">
        <h2 className="pr-10 text-lg font-semibold">{label}</h2>
        {children}
      </div>
    </Modal>
  );
}
