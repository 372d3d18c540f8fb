'use client';

import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { Confirmation } from '../shell/confirmation.tsx';
import { ReasonField, reasonOf } from './reason-field.tsx';
import { useChange } from './use-change.ts';

interface Props {
  /** What it does: `Suspend`. The button that opens the dialog ends in three dots. */
  action: string;
  /** What it is done to, for screen readers. */
  about?: string;
  title: string;
  address: string;
  body?: object;
  isReasonOptional?: boolean;
  /** Typed before data is lost. */
  nameToType?: string;
  onDone?: (answer: unknown) => void;
  /** What happens to whom. */
  children: ReactNode;
}

/** A change that cannot be undone, or that stops somebody’s work: it always asks, and takes a reason. */
export function DangerButton({ action, about, title, children, onDone, ...what }: Props) {
  const { address, body = {}, isReasonOptional = false, nameToType } = what;
  const { change } = useChange();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  async function act(fields: FormData) {
    const answer = await change(address, { ...body, ...reasonOf(fields) }, z.unknown());
    close();
    onDone?.(answer);
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="with-script min-h-7 rounded-md border border-bad px-2.5 py-0.5 text-sm text-bad hover:bg-sunk"
      >
        {action} …{about !== undefined && <span className="sr-only"> {about}</span>}
      </button>
      {isOpen && (
        <Confirmation
          title={title}
          action={action}
          act={act}
          close={close}
          {...(nameToType !== undefined && { nameToType })}
          fields={(faults) => <ReasonField fault={faults['reason']} isOptional={isReasonOptional} />}
        >
          {children}
        </Confirmation>
      )}
    </>
  );
}
