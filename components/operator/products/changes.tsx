import type { Hunk } from '../../../lib/text/line-diff.ts';
import { countOf } from '../../../lib/text/numbers.ts';

const looks = { same: 'text-quiet', removed: 'bg-bad-soft text-bad', added: 'bg-good-soft text-good' };
const signs = { same: ' ', removed: '−', added: '+' };
const words = { same: '', removed: 'Before: ', added: 'Now: ' };

/** The lines that differ between two files, with a few around them. */
export function Changes({ hunks }: { hunks: Hunk[] | undefined }) {
  if (!hunks) return <p className="mt-2">Nearly all of it changed: both are too different to be compared.</p>;
  if (hunks.length === 0) return <p className="mt-2">Its file is the same as before.</p>;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label="Changes, line by line"
      translate="no"
      className="mt-3 overflow-x-auto rounded-md border border-line bg-card py-2 font-mono text-[0.8125rem] leading-relaxed"
    >
      <div className="min-w-max">
        {hunks.map(({ skipped, lines }, index) => (
          <div key={index}>
            {skipped > 0 && (
              <p className="px-3 py-1 font-sans text-sm text-quiet">{countOf(skipped, 'line')} unchanged</p>
            )}
            {lines.map(({ kind, text }, number) => (
              <p key={number} className={`px-3 whitespace-pre ${looks[kind]}`}>
                <span aria-hidden="true">{signs[kind]} </span>
                <span className="sr-only">{words[kind]}</span>
                {text}
              </p>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
