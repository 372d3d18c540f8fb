'use client';

import type { ComponentProps, ReactNode } from 'react';
import { FormDialog } from '../../shell/confirmation.tsx';
import { ReasonField } from './change-button.tsx';

interface Props extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'action' | 'about' | 'close'> {
  /** Sends the change. Its error is shown, and the dialog stays open. */
  send: (fields: FormData) => Promise<unknown>;
  isReasonOptional?: boolean;
  /** Who else reads the reason. */
  reasonHint?: string;
  /** The fields, which show their faults. */
  children?: (faults: Record<string, string>) => ReactNode;
}

/** A dialog that changes something, with the reason for it, and closes when it is done. */
export function ChangeDialog({
  send,
  isReasonOptional = false,
  reasonHint,
  children,
  close,
  ...dialog
}: Props) {
  async function submit(fields: FormData) {
    await send(fields);
    close();
  }
  return (
    <FormDialog {...dialog} close={close} submit={submit}>
      {(faults) => (
        <>
          {children?.(faults)}
          <ReasonField
            fault={faults['reason']}
            isOptional={isReasonOptional}
            {...(reasonHint !== undefined && { hint: reasonHint })}
          />
        </>
      )}
    </FormDialog>
  );
}
