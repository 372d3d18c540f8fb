'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';

/** The browser's own modal dialog: it keeps the focus in, gives it back, and closes at Escape. */
export function ModalDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-lg border border-line bg-card p-6 text-ink backdrop:bg-sunk/80"
    >
      <h2 id={heading} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
