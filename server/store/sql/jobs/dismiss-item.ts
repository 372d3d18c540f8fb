import { run, statement, type Steps, timeOf } from '../statement.ts';

const dismiss = statement(
  `INSERT INTO DismissedItem (item, dismissedAt) VALUES (?, ?)
   ON CONFLICT (item) DO UPDATE SET dismissedAt = excluded.dismissedAt`,
);

/** Takes an item from what needs somebody until it happens again. */
export function* dismissItem({ item, now }: { item: string; now: number }): Steps<{ dismissed: true }> {
  yield* run(dismiss, item, timeOf(now));
  return { dismissed: true };
}
