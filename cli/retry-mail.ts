import { retryMail as retryMailChange } from '../server/operator/ledger-lists.ts';
import { operate, withPortal } from './operate.ts';

export async function retryMail(id: string, reason: string | undefined): Promise<void> {
  await withPortal((context) => operate(context, retryMailChange, { mailId: id }, reason));
}
