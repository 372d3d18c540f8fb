'use client';

import { useDeferredValue, useId, useMemo, useState } from 'react';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import { Problem } from '../../lib/problem.ts';
import { type ReceiptChecks, receiptChecks } from '../../lib/receipt-checks.ts';
import { parseStrictJson } from '../../lib/strict-json.ts';
import { CheckList } from './check-list.tsx';
import { SignatureCheck } from './signature-check.tsx';

/** Reckons a receipt again in the browser, from nothing but itself; the one shown, or whichever is put in its place. */
export function VerifyPanel({ receipt }: { receipt: JsonObject }) {
  const original = useMemo(() => JSON.stringify(receipt, null, 2), [receipt]);
  const [text, setText] = useState(original);
  const read = useRead(useDeferredValue(text));
  const field = useId();
  return (
    <section aria-label="Verification" className="mt-6 rounded-md border border-line p-4 sm:p-6">
      <p className="text-sm text-quiet">
        Reckoned again here, in this browser, from nothing but the receipt: every line from its quantity and
        the price as published, their sum, the charge.
      </p>
      <p role="status" className={`mt-3 font-semibold ${read.holds ? 'text-good' : 'text-bad'}`}>
        {read.summary}
      </p>
      {read.checks && <CheckList checks={read.checks} />}
      {read.value && <SignatureCheck receipt={read.value} />}
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={field} className="text-sm font-medium">
          The receipt as JSON
        </label>
        {text !== original && (
          <button
            type="button"
            onClick={() => setText(original)}
            className="py-1 text-sm text-accent underline underline-offset-4"
          >
            Put it back
          </button>
        )}
      </div>
      <p className="text-sm text-quiet">Change a figure to see it found, or paste another receipt.</p>
      <textarea
        id={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        rows={12}
        className="mt-2 w-full resize-y rounded-md border border-line bg-sunk p-3 font-mono text-sm"
      />
    </section>
  );
}

interface Read {
  holds: boolean;
  summary: string;
  value?: JsonObject;
  checks?: ReceiptChecks;
}

/** A receipt with all the lines that a price may have is a tenth of this. */
const longestText = 1024 * 1024;

function useRead(text: string): Read {
  return useMemo(() => readReceiptText(text), [text]);
}

function readReceiptText(text: string): Read {
  if (text.length > longestText) return { holds: false, summary: 'No receipt is as long as this.' };
  const value = tryParse(text);
  if (typeof value === 'string') return { holds: false, summary: value };
  const checks = receiptChecks(value);
  if (!checks.readable)
    return { holds: false, summary: 'This has not the shape of a receipt.', value, checks };
  const wrong = checks.checks.filter(({ differences }) => differences.length > 0).length;
  const all = checks.checks.length;
  const summary =
    wrong === 0
      ? `All ${all} figures hold.`
      : `${wrong} of ${all} ${wrong === 1 ? 'figures differs' : 'figures differ'} from what comes out.`;
  return { holds: wrong === 0, summary, value, checks };
}

/** The receipt, or why it is none. */
function tryParse(text: string): JsonObject | string {
  let value: JsonValue;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
  return isJsonObject(value) ? value : 'A receipt is a JSON object.';
}
