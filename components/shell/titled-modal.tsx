import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

/** A question or a form that stands before the page. A press beside it leaves it open, with what was filled in. */
export function TitledModal({
  title,
  close,
  children,
}: {
  title: string;
  close: () => void;
  children: ReactNode;
}) {
  return (
    <Modal label={title} close={close} className="my-auto max-w-lg">
      <div className="max-h-[calc(100dvh-2rem)] overflow-y-auto p-6">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children}
      </div>
    </Modal>
  );
}
