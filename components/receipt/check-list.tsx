import type { ReactNode } from 'react';
import type { ReceiptCheck, ReceiptChecks } from '../../lib/receipt/receipt-checks.ts';
import type { Difference } from '../../lib/receipt/verify-receipt.ts';

/** Every check with its result, and the expected value of a failed one. */
export function CheckList({ checks, children }: { checks: ReceiptChecks; children: ReactNode }) {
  if (!checks.readable) return <Differences differences={checks.differences} />;
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line text-sm">
      {checks.checks.map((check, index) => (
        <Check key={index} check={check} />
      ))}
      {children}
    </ol>
  );
}

function Check({ check: { what, stated, differences } }: { check: ReceiptCheck }) {
  return (
    <CheckRow what={what} stated={stated} passed={differences.length === 0}>
      <Differences differences={differences} />
    </CheckRow>
  );
}

interface RowProps {
  what: string;
  stated: string;
  /** Undefined while it is unknown. */
  passed: boolean | undefined;
  children?: ReactNode;
}

export function CheckRow({ what, stated, passed, children }: RowProps) {
  return (
    <li className="py-2">
      <div className="flex items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-medium break-words">{what}</p>
        {passed !== undefined && (
          <p className={`shrink-0 ${passed ? 'text-good' : 'font-semibold text-bad'}`}>
            {passed ? 'passed' : 'failed'}
          </p>
        )}
      </div>
      <p className="break-words text-quiet tabular-nums">{stated}</p>
      {children}
    </li>
  );
}

function Differences({ differences }: { differences: Difference[] }) {
  if (differences.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-2 border-l-2 border-bad pl-3">
      {differences.map(({ pointer, stated, computed, detail }, index) => (
        <li key={index} className="break-words">
          <span className="font-mono break-all">{pointer}</span> is{' '}
          <span className="font-mono break-all">{JSON.stringify(stated)}</span>
          {computed !== null && (
            <>
              {' '}
              and should be <strong className="font-mono break-all">{JSON.stringify(computed)}</strong>
            </>
          )}
          . {detail}
        </li>
      ))}
    </ul>
  );
}
