import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

/** A dialog with a title. A click outside does not close it, so nothing is lost. */
export function TitledModal({
  title,
  close,
  refuseToClose,
  children,
}: {
  title: string;
  close: () => void;
  /** Called for Escape instead of closing, if something would be lost. */
  refuseToClose?: () => void;
  children: ReactNode;
}) {
  return (
    <Modal label={title} close={close} {...(refuseToClose && { refuseToClose })} className="my-auto max-w-lg">
      <div className="max-h-[calc(100dvh-2rem)] overflow-y-auto p-6">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children}
      </div>
    </Modal>
  );
}
