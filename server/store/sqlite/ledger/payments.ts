import type { Database } from 'better-sqlite3';
import { earnedKey } from './portal-purses.ts';

/** What the entries say that a call paid. */
export interface Payment {
  count: number;
  paid: number;
  payer: number | null;
  paidAt: number | null;
}

/** Of single calls, by the indexes of their charges and refunds: their conditions stand here as they have them. */
export function preparePayments(database: Database) {
  const payment = database.prepare<[number], Payment>(
    `SELECT count(*) AS count, coalesce(sum(-amount), 0) AS paid, max(purseKey) AS payer, max(at) AS paidAt
       FROM Entry WHERE callKey = ? AND kind = 'charge' AND amount < 0`,
  );
  // A refund that is taken back again has its credits in the portal's own purse.
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
