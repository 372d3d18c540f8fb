import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

/** A question or a form in front of the page. A click beside it leaves it open, with its contents. */
export function TitledModal({
  title,
  close,
  refuseToClose,
  children,
}: {
  title: string;
  close: () => void;
  /** Called by Escape instead of closing, where something would be lost. */
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
