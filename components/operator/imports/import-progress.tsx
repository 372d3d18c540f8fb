import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';

type State = ImportDetail['state'];

interface Step {
  state: State;
  name: string;
}

const reading: Step[] = [
  { state: 'reading', name: 'Read its operations' },
  { state: 'storing', name: 'Write a draft of each and compare it with the catalogue' },
];
const publishing: Step[] = [{ state: 'publishing', name: 'Publish the chosen operations' }];

/** How far the portal is, step by step. */
export function ImportProgress({ detail }: { detail: ImportDetail }) {
  const { state, address, file, document, done, total } = detail;
  const steps =
    state === 'publishing'
      ? publishing
      : [
          ...(address === null ? [] : [{ state: 'fetching' as const, name: 'Fetch the document' }]),
          ...reading,
        ];
  const at = steps.findIndex((step) => step.state === state);
  const name = document?.title || address || file || 'the document';
  const title = state === 'publishing' ? `Publishing ${groupedNumber(total)} operations` : `Reading ${name}`;
  return (
    <section
      aria-labelledby="progress"
      className="mt-6 max-w-3xl rounded-lg border border-line bg-card p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="progress" className="min-w-0 text-lg font-semibold break-all">
          {title}
        </h2>
        {total > 0 && (
          <p className="text-sm text-quiet tabular-nums">
            {groupedNumber(done)} of {groupedNumber(total)}
          </p>
        )}
      </div>
      <progress
        aria-label={title}
        max={total > 0 ? total : undefined}
        value={total > 0 ? done : undefined}
        className="mt-3 h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent"
      />
      <ol className="mt-3 text-sm">
        {steps.map((step, index) => (
          <li
            key={step.state}
            aria-current={index === at ? 'step' : undefined}
            className="flex justify-between gap-4 border-t border-line py-2 text-quiet first:border-0 aria-[current]:font-medium aria-[current]:text-ink"
          >
            {step.name}
            <span>{index < at ? 'Done' : index === at ? 'Now' : ''}</span>
          </li>
        ))}
      </ol>
      <p role="status" className="mt-2 text-sm text-quiet">
        {state === 'waiting' ? 'Another document is being read first. ' : ''}It goes on if you leave this
        page.
      </p>
    </section>
  );
}
