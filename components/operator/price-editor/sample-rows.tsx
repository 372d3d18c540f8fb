import { countOf, groupedNumber, signedNumber } from '../../../lib/text/numbers.ts';
import type { Preview } from '../../../lib/operator/price-preview.ts';
import { DivergingBar } from '../parts/diverging-bar.tsx';
import { sampleName } from './sample-words.ts';
import type { PreviewState } from './use-preview.ts';

interface Props {
  state: PreviewState;
  sample: number;
  setSample: (sample: number) => void;
}

const head = 'h-8 px-2 text-xs font-normal text-quiet first:pl-0';
const cell = 'px-2 py-1.5 first:pl-0';

/** What inputs cost now and then: those of the schema, and those of the last calls. */
export function SampleRows({ state: { preview, isBusy }, sample, setSample }: Props) {
  if (!preview) return null;
  const most = Math.max(
    1,
    ...preview.samples.map(({ now, then }) => Math.abs(changeOf(now?.credits, then?.credits) ?? 0)),
  );
  return (
    <div
      aria-busy={isBusy}
      className="mt-3 grid min-w-0 gap-8 transition-opacity aria-busy:opacity-60 motion-reduce:transition-none"
    >
      <section aria-labelledby="samples" className="min-w-0">
        <h3 id="samples" className="text-base font-semibold">
          Sample inputs{' '}
          <span className="ml-1 text-dense font-normal text-quiet">reckoned anew with each change</span>
        </h3>
        <table className="mt-2 w-full table-fixed border-collapse text-dense tabular-nums">
          <Head first="Input" />
          <tbody>
            {preview.samples.map((one, index) => {
              const { now, then, input } = one;
              const name = sampleName(one, preview.range.then);
              return (
                <tr
                  key={`${one.kind} ${input}`}
                  className={`border-b border-rule ${index === sample ? 'bg-hover' : ''}`}
                >
                  <th scope="row" className={`${cell} text-left font-normal`}>
                    <button
                      type="button"
                      aria-pressed={index === sample}
                      onClick={() => setSample(index)}
                      className="max-w-full text-left font-medium break-words hover:underline"
                    >
                      {name}
                    </button>
                    {name !== input && <span className="block text-xs break-words text-quiet">{input}</span>}
                  </th>
                  <Figures now={now?.credits} then={then?.credits} most={most} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <LastCalls calls={preview.calls} />
    </div>
  );
}

function Head({ first }: { first: string }) {
  return (
    <thead>
      <tr className="border-b border-line">
        <th scope="col" className={`${head} text-left`}>
          {first}
        </th>
        <th scope="col" className={`${head} w-14 text-right sm:w-24`}>
          Now
        </th>
        <th scope="col" className={`${head} w-14 text-right sm:w-24`}>
          Then
        </th>
        <th scope="col" className={`${head} w-16 text-right sm:w-24`}>
          Change
        </th>
        <th scope="col" className={`${head} w-44 text-center max-sm:hidden`}>
          cheaper | dearer
        </th>
      </tr>
    </thead>
  );
}

function changeOf(now: number | undefined, then: number | undefined): number | undefined {
  return now === undefined || then === undefined ? undefined : then - now;
}

function Figures({ now, then, most }: { now: number | undefined; then: number | undefined; most: number }) {
  const change = changeOf(now, then);
  const colour =
    change === undefined || change === 0 ? 'text-quiet' : change > 0 ? 'text-accent' : 'text-good';
  return (
    <>
      <td className={`${cell} text-right text-quiet`}>{now === undefined ? 'none' : groupedNumber(now)}</td>
      <td className={`${cell} text-right font-semibold`}>
        {then === undefined ? 'none' : groupedNumber(then)}
      </td>
      <td className={`${cell} text-right font-medium whitespace-nowrap ${colour}`}>
        {change === undefined ? '' : change === 0 ? 'same' : signedNumber(change)}
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <DivergingBar share={(change ?? 0) / most} />
      </td>
    </>
  );
}

const reasons: Readonly<Record<Preview['calls']['uncovered'][number]['why'], string>> = {
  running: 'have not ended',
  'no-input': 'have no stored input',
  file: 'sent a file',
  'no-usage': 'have no stored use',
  'no-quote-lines': 'are too old',
  'no-price': 'would be refused, or have no price',
};
const mostRows = 8;

/** Prices of real inputs, which stay unseen. */
function LastCalls({ calls: { looked, prices, uncovered } }: Pick<Preview, 'calls'>) {
  if (looked === 0)
    return (
      <section aria-labelledby="last-calls">
        <h3 id="last-calls" className="text-base font-semibold">
          Last calls
        </h3>
        <p className="mt-2 rounded-lg border border-dashed border-line px-4 py-5 text-dense text-quiet">
          Nobody has called it yet. What inputs of its last hundred calls cost will stand here.
        </p>
      </section>
    );
  const count = (isSo: (change: number) => boolean) =>
    prices.reduce((sum, { now, then, calls }) => sum + (isSo(then - now) ? calls : 0), 0);
  const total = (side: 'now' | 'then') => prices.reduce((sum, one) => sum + one[side] * one.calls, 0);
  const most = Math.max(1, ...prices.map(({ now, then }) => Math.abs(then - now)));
  const shown = prices.slice(0, mostRows);
  return (
    <section aria-labelledby="last-calls" className="min-w-0">
      <h3 id="last-calls" className="text-base font-semibold">
        Last {countOf(looked, 'call')}
      </h3>
      <p className="mt-1 text-dense text-quiet tabular-nums">
        {countOf(
          count((change) => change > 0),
          'call',
        )}{' '}
        dearer, {groupedNumber(count((change) => change < 0))} cheaper,{' '}
        {groupedNumber(count((change) => change === 0))} the same: {groupedNumber(total('now'))} →{' '}
        <b className="font-semibold text-ink">{groupedNumber(total('then'))}</b> credits by the prices of
        their inputs, which nobody sees here.
        {uncovered.map(({ why, calls }) => ` ${groupedNumber(calls)} ${reasons[why]}.`)}
      </p>
      {shown.length > 0 && (
        <table className="mt-2 w-full table-fixed border-collapse text-dense tabular-nums">
          <Head first="Calls" />
          <tbody>
            {shown.map(({ now, then, calls }) => (
              <tr key={`${now} ${then}`} className="border-b border-rule">
                <th scope="row" className={`${cell} text-left font-normal`}>
                  {countOf(calls, 'call')}
                </th>
                <Figures {...{ now, then, most }} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {prices.length > mostRows && (
        <p className="mt-1 text-xs text-quiet">
          And {countOf(prices.length - mostRows, 'other pair')} of prices.
        </p>
      )}
    </section>
  );
}
