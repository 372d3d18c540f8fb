import { earnedKey } from '../../../../lib/ledger/balances.ts';
import type { Database } from 'better-sqlite3';

/** The payment of a call according to the entries. */
export interface Payment {
  count: number;
  paid: number;
  payer: number | null;
  paidAt: number | null;
}

/** The payments of single calls. The conditions repeat those of the indexes exactly. */
export function preparePayments(database: Database) {
  const payment = database.prepare<[number], Payment>(
    `SELECT count(*) AS count, coalesce(sum(-amount), 0) AS paid, max(purseKey) AS payer, max(at) AS paidAt
       FROM Entry WHERE callKey = ? AND kind = 'charge' AND amount < 0`,
  );
  // The credits of a reversed refund are in the portal's own purse.
  const refunded = database
    .prepare<[number], number>(
      `SELECT coalesce(sum(iif(purseKey = ${earnedKey}, -amount, amount)), 0) FROM Entry WHERE callKey = ? AND kind = 'refund' AND amount > 0`,
    )
    .pluck();
  return {
    paymentOf: (callKey: number): Payment =>
      payment.get(callKey) ?? { count: 0, paid: 0, payer: null, paidAt: null },
    refundedOf: (callKey: number): number => refunded.get(callKey) ?? 0,
  };
}
