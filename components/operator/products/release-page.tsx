import type { OperatorProduct, ReleasedProduct } from '../../../lib/operator/products.ts';
import { type Hunk, textDifference } from '../../../lib/text/line-diff.ts';
import { countOf } from '../../../lib/text/numbers.ts';
import { momentText } from '../../../lib/text/times.ts';
import { CodeBlock } from '../../shell/code-block.tsx';
import { Part } from '../part.tsx';
import { authorText, changeText, Crumb } from './product-page.tsx';

/** What was published at one time, beside what was there before. */
export function ReleasePage({ product, released }: { product: OperatorProduct; released: ReleasedProduct }) {
  const { release, entry, previous } = released;
  return (
    <>
      <Crumb product={product} />
      <h1 className="mt-1 text-3xl font-semibold tracking-tight break-words">
        {product.name}, version {release.number}
      </h1>
      <p className="mt-1 text-sm break-words text-quiet">
        Published by {authorText(release)} on {momentText(release.at)} UTC
        {release.number === product.release ? ', in force now' : ''}.
        {release.reason !== null && ` Reason: ${release.reason}`}
      </p>
      <Part id="changes" title={previous === null ? 'First published' : changeText(release)}>
        {release.breaking.length > 0 && (
          <ul className="mt-2 list-disc pl-5 text-bad">
            {release.breaking.map((one) => (
              <li key={one}>Breaks callers: {one}</li>
            ))}
          </ul>
        )}
        {previous !== null && <Changes hunks={textDifference(previous, entry)} />}
      </Part>
      <Part id="definition" title="The whole definition">
        <div className="mt-3">
          <CodeBlock text={entry} label={`Definition of version ${release.number}`} />
        </div>
      </Part>
    </>
  );
}

const looks = { same: 'text-quiet', removed: 'bg-bad-soft text-bad', added: 'bg-good-soft text-good' };
const signs = { same: ' ', removed: '−', added: '+' };
const words = { same: '', removed: 'Before: ', added: 'Now: ' };

function Changes({ hunks }: { hunks: Hunk[] | undefined }) {
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
