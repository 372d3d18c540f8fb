'use client';

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

/** What a call cost and was not refunded yet. */
export function leftToRefund({ charged, entries }: Pick<Receipt, 'charged' | 'entries'>): number {
  const refunds = entries.filter(({ kind }) => kind === 'refund');
  return refunds.reduce((sum, { amount }) => sum - amount, charged);
}

interface Props {
  id: string;
  accountId: string;
  left: number;
  close: () => void;
}

/** Gives an account back what a call cost, or a part of it. */
export function RefundDialog(props: Props) {
  return (
    <Confirming>
      <RefundForm {...props} />
    </Confirming>
  );
}

function RefundForm({ id, accountId, left, close }: Props) {
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
