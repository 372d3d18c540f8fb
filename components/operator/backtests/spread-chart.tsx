import type { BacktestColumn } from '../../../lib/operator/backtest.ts';
import { spreadSteps } from '../../../lib/operator/backtest-words.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';

type OfAccounts = BacktestColumn['accounts'];

interface Step {
  name: string;
  accounts: number;
  /** Below 0: cheaper. */
  side: number;
}

const colours = { cheaper: 'bg-good', same: 'bg-before', dearer: 'bg-accent' };
const colourOf = (side: number) => (side < 0 ? colours.cheaper : side > 0 ? colours.dearer : colours.same);

const bar = 'rounded-sm forced-colors:bg-[CanvasText]';
const highestRem = 7.5;

/** How many accounts get cheaper or dearer, by how much: bars side by side, and on a phone below each other. */
export function SpreadChart({ dearer, cheaper, same, spread }: OfAccounts) {
  const steps = stepsOf(spread);
  const most = Math.max(1, ...steps.map(({ accounts }) => accounts));
  const sides = [
    { side: -1, text: `${groupedNumber(cheaper)} cheaper`, look: 'border-good text-good' },
    { side: 0, text: `${groupedNumber(same)} the same`, look: 'border-quiet text-quiet' },
    { side: 1, text: `${groupedNumber(dearer)} dearer`, look: 'border-accent text-accent' },
  ].map((one) => ({ ...one, steps: steps.filter(({ side }) => Math.sign(side) === one.side).length }));
  return (
    <div className="px-4 pt-3 pb-4">
      <ol className="rail:flex rail:h-44 rail:items-stretch rail:gap-2">
        {steps.map(({ name, accounts, side }) => (
          <li
            key={side}
            className="items-center text-xs tabular-nums max-rail:grid max-rail:min-h-8 max-rail:grid-cols-[6.5rem_minmax(0,1fr)_2.5rem] max-rail:gap-2 rail:flex rail:min-w-0 rail:flex-1 rail:flex-col rail:justify-end"
          >
            <span className="text-quiet rail:order-3 rail:w-full rail:border-t rail:border-line rail:pt-1.5 rail:text-center">
              {name}
              <span className={side === 0 ? 'hidden' : 'rail:sr-only'}>
                {side < 0 ? ' cheaper' : ' dearer'}
              </span>
            </span>
            <span
              aria-hidden
              style={{ width: `${(accounts / most) * 100}%` }}
              className={`h-3 rail:hidden ${bar} ${colourOf(side)}`}
            />
            <span
              aria-hidden
              style={{ height: `${(accounts / most) * highestRem}rem` }}
              className={`w-full max-rail:hidden rail:order-2 ${bar} ${colourOf(side)}`}
            />
            <span className="font-semibold max-rail:text-right rail:order-1 rail:mb-1">
              {groupedNumber(accounts)}
              <span className="sr-only"> {accounts === 1 ? 'account' : 'accounts'}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 flex gap-2 text-xs font-semibold max-rail:flex-wrap max-rail:gap-x-4">
        {sides.map(
          ({ side, text, look, steps: width }) =>
            width > 0 && (
              <span
                key={side}
                style={{ flexGrow: width }}
                className={`rail:basis-0 rail:border-t rail:pt-1 rail:text-center ${look}`}
              >
                {text}
              </span>
            ),
        )}
      </p>
    </div>
  );
}

/** Without the empty ones at both ends. */
function stepsOf({ percent, accounts }: OfAccounts['spread']): Step[] {
  const middle = (accounts.length - 1) / 2;
  const steps = spreadSteps(percent).map((name, index) => ({
    ...{ name, accounts: accounts[index] ?? 0, side: index - middle },
  }));
  const filled = steps.filter((step) => step.accounts > 0).map(({ side }) => side);
  const [first, last] = [Math.min(0, ...filled), Math.max(0, ...filled)];
  return steps.filter(({ side }) => side >= first && side <= last);
}
