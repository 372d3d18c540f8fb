import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { stringify } from 'yaml';
import type { PlaygroundDetail } from '../../lib/product/playground-result.ts';
import { Code } from './code.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

/** The price: each line in words, and the operator's definition. */
export function Pricing({ form }: { form: PlaygroundDetail }) {
  const { lines, total, written, from, to } = form.price;
  return (
    <div className="grid max-w-4xl gap-10 [&>*]:min-w-0">
      <section aria-labelledby="price-in-words">
        <h2 id="price-in-words" className="text-lg font-semibold">
          Price
        </h2>
        {lines.length > 0 && (
          <dl className="mt-3 divide-y divide-dashed divide-line border-y border-line">
            {lines.map((line, index) => (
              <Line
                key={`${line.label} ${index}`}
                line={line}
                isChoice={written.lines[index]?.choice !== undefined}
              />
            ))}
          </dl>
        )}
        <p className="mt-3 tabular-nums">
          {total}
          {from !== to &&
            ` Inputs that the product takes cost ${groupedNumber(from)} to ${groupedNumber(to)} credits.`}
        </p>
      </section>
      <WhatIfPanel />
      <details>
        <summary className="cursor-pointer text-lg font-semibold">Price definition</summary>
        <p className="my-3 text-sm text-quiet">
          Quotes, charges and receipts are all computed from this definition. Formulas are in CEL.
        </p>
        <Code text={stringify(written).trimEnd()} language="yaml" />
      </details>
    </div>
  );
}

interface LineProps {
  line: PlaygroundDetail['price']['lines'][number];
  isChoice: boolean;
}

function Line({ line, isChoice }: LineProps) {
  const { label, text, formula, settledBy, when } = line;
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="font-medium break-words">{label}</dt>
      <dd className="min-w-0 break-words">
        <p className={isChoice ? '' : 'first-letter:uppercase'}>{text}</p>
        {formula !== undefined && <Expression word={isChoice ? 'Chosen by' : 'Counts'} text={formula} />}
        {settledBy !== undefined && <Expression word="After the call, counts" text={settledBy} />}
        {when !== undefined && <Expression word="Only if" text={when} />}
      </dd>
    </div>
  );
}

function Expression({ word, text }: { word: string; text: string }) {
  return (
    <p className="mt-1 text-xs text-quiet">
      {word} <code className="font-mono break-all text-ink">{text}</code>
    </p>
  );
}
