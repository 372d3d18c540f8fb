'use client';

import { useState } from 'react';
import type { Receipt } from '../../lib/receipt/receipt.ts';
import { creditsText } from '../../lib/text/numbers.ts';
import { creditsOf } from '../../lib/text/typed-credits.ts';
import { Confirming } from '../confirmation/use-confirmation.tsx';
import { useAction } from '../confirmation/use-action.ts';
import { CreditsField } from '../keys/key-field.tsx';
import { ReasonField } from '../operator/parts/change-button.tsx';
import { textOf } from '../people/fields.tsx';
import { FormDialog } from '../shell/confirmation.tsx';
import { receiptOptions } from './receipt-options.ts';

interface Props {
  id: string;
  receipt: Pick<Receipt, 'charged' | 'entries'>;
  accountId: string;
}

/** Gives an account back what a call cost, or a part of it. */
export function RefundCall({ receipt, ...call }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const refunds = receipt.entries.filter(({ kind }) => kind === 'refund');
  const left = refunds.reduce((sum, { amount }) => sum - amount, receipt.charged);
  if (left <= 0) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk"
      >
        Refund…
      </button>
      {isOpen && (
        <Confirming>
          <RefundDialog {...call} left={left} close={() => setIsOpen(false)} />
        </Confirming>
      )}
    </>
  );
}

function RefundDialog({
  id,
  accountId,
  left,
  close,
}: Omit<Props, 'receipt'> & { left: number; close: () => void }) {
  const act = useAction(receiptOptions(id));
  async function submit(fields: FormData) {
    const credits = creditsOf(fields, 'credits');
    const body = { accountId, credits, reason: textOf(fields, 'reason'), callId: id };
    await act('POST /api/operator/grants', { body });
    close();
  }
  return (
    <FormDialog title="Refund this call?" action="Refund" submit={submit} close={close}>
      {(faults) => (
        <>
          <CreditsField
            label="Credits"
            name="credits"
            required
            defaultValue={left}
            hint={`The call cost its account ${creditsText(left)} that ${left === 1 ? 'is' : 'are'} not refunded.`}
            fault={faults['credits']}
          />
          <ReasonField
            fault={faults['reason']}
            hint="Recorded in the audit log, and shown to the members of the account."
          />
        </>
      )}
    </FormDialog>
  );
}
