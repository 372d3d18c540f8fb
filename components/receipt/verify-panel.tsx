'use client';

import { useDeferredValue, useId, useMemo, useState } from 'react';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import {
  checkedText,
  type ReceiptCheck,
  type ReceiptChecks,
  receiptChecks,
} from '../../lib/receipt/receipt-checks.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { CheckList, CheckRow } from './check-list.tsx';
import { type SignatureCheck, useSignatureCheck } from './use-signature-check.ts';

/** Recomputes a receipt in the browser from itself alone: the shown one, or a pasted one. */
export function VerifyPanel({ receipt }: { receipt: JsonObject }) {
  const original = useMemo(() => JSON.stringify(receipt, null, 2), [receipt]);
  const [text, setText] = useState(original);
  const read = useRead(useDeferredValue(text));
  const signature = useSignatureCheck(read.value);
  const { passed, summary } = read.checks?.readable ? summaryOf(read.checks.checks, signature) : read;
  const field = useId();
  return (
    <section aria-label="Verification" className="mt-6 rounded-md border border-line p-4 sm:p-6">
      <p className="text-sm text-quiet">
        Your browser recomputes the charge from the receipt alone, using the published price, and checks the
        signature.
      </p>
      <p role="status" className={`mt-3 font-semibold ${passed ? 'text-good' : 'text-bad'}`}>
        {summary}
      </p>
      {read.checks && (
        <CheckList checks={read.checks}>
          <CheckRow what="Signature" stated={signature.text} passed={signature.passed} />
        </CheckList>
      )}
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={field} className="text-sm font-medium">
          Receipt as JSON
        </label>
        {text !== original && (
          <button
            type="button"
            onClick={() => setText(original)}
            className="py-1 text-sm text-accent underline underline-offset-4"
          >
            Restore the original
          </button>
        )}
      </div>
      <p className="text-sm text-quiet">Change a number to see the check fail, or paste another receipt.</p>
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
  passed: boolean;
  summary: string;
  value?: JsonObject;
  checks?: ReceiptChecks;
}

/** Ten times a receipt with as many lines as a price may have. */
const longestText = 1024 * 1024;

function useRead(text: string): Read {
  return useMemo(() => readReceiptText(text), [text]);
}

function readReceiptText(text: string): Read {
  if (text.length > longestText) return { passed: false, summary: 'This is too long to be a receipt.' };
  const value = tryParse(text);
  if (typeof value === 'string') return { passed: false, summary: value };
  return { passed: false, summary: 'This is not a receipt.', value, checks: receiptChecks(value) };
}

/** The signature is one of the rows below, so it counts as a check. */
function summaryOf(
  checks: readonly ReceiptCheck[],
  signature: SignatureCheck,
): Pick<Read, 'passed' | 'summary'> {
  const failed =
    checks.filter(({ differences }) => differences.length > 0).length + (signature.passed === false ? 1 : 0);
  const all = checks.length + 1;
  if (failed > 0) return { passed: false, summary: `${failed} of ${all} checks failed.` };
  const what = checkedText(checks);
  if (signature.passed) return { passed: true, summary: `All ${all} checks passed: ${what} and signature.` };
  const rest = signature.isPending ? 'Checking the signature…' : 'The signature could not be checked here.';
  return { passed: true, summary: `${all - 1} of ${all} checks passed: ${what}. ${rest}` };
}

/** The parsed object, or an error. */
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
