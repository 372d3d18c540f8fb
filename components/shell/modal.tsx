'use client';

import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  label: string;
  close: () => void;
  /** Whether a click outside closes it: not if something could be lost. */
  closesOutside?: boolean;
  /** Called for Escape instead of closing, if something would be lost. */
  refuseToClose?: () => void;
  className?: string;
  children: ReactNode;
}

/** The browser's dialog: it traps the focus, restores it, and closes with Escape. It is open while it is mounted. */
export function Modal({
  label,
  close,
  closesOutside = false,
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
      // Browsers close a dialog at the second Escape even if `cancel` was prevented, but not if the key was.
      onKeyDown={(event) => {
        if (!refuseToClose || event.key !== 'Escape') return;
        event.preventDefault();
        refuseToClose();
      }}
      onCancel={(event) => {
        if (refuseToClose && event.target === event.currentTarget) event.preventDefault();
      }}
      // A click on the dialog itself is outside its content.
      onClick={(event) => closesOutside && event.target === event.currentTarget && close()}
      className={`mx-auto w-[calc(100%-2rem)] overflow-hidden rounded-xl border border-line bg-card p-0 shadow-2xl ${className}`}
    >
      {children}
    </dialog>
  );
}
