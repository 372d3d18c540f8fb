import type { ReceiptCheck, ReceiptChecks } from '../../lib/receipt-checks.ts';
import type { Difference } from '../../lib/verify-receipt.ts';

/** Every figure, whether it holds, and what it should be where it does not. */
export function CheckList({ checks }: { checks: ReceiptChecks }) {
  if (!checks.readable) return <Differences differences={checks.differences} />;
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line text-sm">
      {checks.checks.map((check, index) => (
        <Check key={index} check={check} />
      ))}
    </ol>
  );
}

function Check({ check: { what, stated, differences } }: { check: ReceiptCheck }) {
  const holds = differences.length === 0;
  return (
    <li className="py-2">
      <div className="flex items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-medium break-words">{what}</p>
        <p className={`shrink-0 ${holds ? 'text-good' : 'font-semibold text-bad'}`}>
          {holds ? 'holds' : 'differs'}
        </p>
      </div>
      <p className="break-words text-quiet tabular-nums">{stated}</p>
      <Differences differences={differences} />
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
