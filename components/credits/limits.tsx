import type { SpendingLimits } from '../../lib/account/api-keys.ts';
import { SpendingBar } from '../keys/spending-bar.tsx';

/** What an account has spent of each of its limits. */
export function Limits({ limits: { day, month, total } }: { limits: SpendingLimits }) {
  return (
    <div className="grid max-w-2xl gap-4 sm:grid-cols-3">
      <SpendingBar label="Today" {...day} />
      <SpendingBar label="This month" {...month} />
      <SpendingBar label="Total" {...total} />
    </div>
  );
}
