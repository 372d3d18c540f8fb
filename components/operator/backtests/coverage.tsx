import type { BacktestColumn } from '../../../lib/operator/backtest.ts';
import { partText } from '../../../lib/operator/backtest-words.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';

type OfCalls = Pick<BacktestColumn, 'covered' | 'uncovered'>;

/** Calls and credits of which the sums are, and of how many. */
export function coverageOf({ covered, uncovered }: OfCalls) {
  const calls = uncovered.reduce((sum, one) => sum + one.calls, covered.calls);
  const credits = uncovered.reduce((sum, one) => sum + one.credits, covered.before);
  return {
    calls,
    credits,
    ofCalls: partText(covered.calls, calls),
    ofCredits: partText(covered.before, credits),
  };
}

/** Which calls the sums are of, and why the others are not in them. */
export function Coverage({ covered, uncovered }: OfCalls) {
  const row = 'flex items-baseline gap-3 border-b border-rule py-2';
  return (
    <div className="px-4 pt-3 pb-4 text-dense">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-sm">
        <span style={{ flexGrow: covered.calls }} className="bg-good" />
        {uncovered.map(({ why, calls }) => (
          <span key={why} style={{ flexGrow: calls }} className="min-w-0.5 bg-before" />
        ))}
      </div>
      <ul className="mt-2">
        <li className={row}>
          <Dot className="bg-good" />
          <span className="min-w-0 flex-1">Priced again, to the credit</span>
          <Figures calls={covered.calls} credits={covered.before} />
        </li>
        {uncovered.map(({ why, text, calls, credits }) => (
          <li key={why} className={row}>
            <Dot className="border-2 border-quiet" />
            <span className="min-w-0 flex-1">{text}</span>
            <Figures calls={calls} credits={credits} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-quiet">
        {uncovered.length === 0
          ? 'Every call is in both sums.'
          : 'What is not covered is left out of both sums. Nothing is extrapolated.'}
      </p>
    </div>
  );
}

function Dot({ className }: { className: string }) {
  return <span aria-hidden className={`size-2 shrink-0 rounded-full ${className}`} />;
}

function Figures({ calls, credits }: { calls: number; credits: number }) {
  return (
    <span className="text-right font-medium tabular-nums">
      {groupedNumber(calls)}
      <span className="sr-only"> calls</span>
      <span className="block text-xs font-normal text-quiet">{countOf(credits, 'credit')}</span>
    </span>
  );
}
