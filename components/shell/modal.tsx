'use client';

import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  label: string;
  close: () => void;
  /** Whether a click beside it closes it, too: not where something could be lost. */
  closesBeside?: boolean;
  /** Called by Escape instead of closing, where something would be lost. */
  refuseToClose?: () => void;
  className?: string;
  children: ReactNode;
}

/**
 * The browser's own dialog: it keeps the focus, gives it back, and closes by Escape. Open as long as it is on the page;
 * `close` takes it off.
 */
export function Modal({
  label,
  close,
  closesBeside = false,
  refuseToClose,
  className = '',
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={close}
      // A browser closes a dialog at the second Escape whatever `cancel` says, unless the key itself is taken.
      onKeyDown={(event) => {
        if (!refuseToClose || event.key !== 'Escape') return;
        event.preventDefault();
        refuseToClose();
      }}
      onCancel={(event) => {
        if (refuseToClose && event.target === event.currentTarget) event.preventDefault();
      }}
      // What is pressed beside its content is the dialog itself.
      onClick={(event) => closesBeside && event.target === event.currentTarget && close()}
      className={`mx-auto w-[calc(100%-2rem)] overflow-hidden rounded-xl border border-line bg-card p-0 shadow-2xl ${className}`}
    >
      {children}
    </dialog>
  );
}
