'use client';

import { useQuery, queryOptions } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { isJsonObject, type JsonObject, type JsonValue, canonicalJson } from '../../lib/json/json.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Receipt } from '../../lib/receipt/receipt.ts';
import {
  checkedText,
  type ReceiptCheck,
  type ReceiptChecks,
  receiptChecks,
} from '../../lib/receipt/receipt-checks.ts';
import { checkSignature, verifyEd25519 } from '../../lib/receipt/receipt-signature.ts';
import type { Difference } from '../../lib/receipt/verify-receipt.ts';
import { fetching } from '../fetch-json.ts';

/** Recomputes a receipt in the browser from itself alone: the shown one, or a pasted one. */
export function VerifyPanel({ receipt }: { receipt: Receipt }) {
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

export interface SignatureCheck {
  text: string;
  /** Undefined until it is checked. */
  passed?: boolean;
  isPending?: true;
}

/** Whether this portal signed the receipt. */
export function useSignatureCheck(receipt: JsonObject | undefined): SignatureCheck {
  const key = useQuery(receiptKeyOptions());
  const signature = useQuery({
    queryKey: ['signature', receipt && canonicalJson(receipt)],
    queryFn: () => checkSignature(receipt ?? {}, verifyEd25519),
    enabled: receipt !== undefined,
    retry: false,
    gcTime: 0,
    networkMode: 'always',
  });
  return resultOf(signature, key);
}

interface Query<Data> {
  data: Data | undefined;
  error: Error | null;
}

function resultOf(
  signature: Query<{ holds: boolean; publicKey: string | null }>,
  key: Query<{ publicKey: string; otherKeys: string[] }>,
): SignatureCheck {
  if (signature.error)
    return { text: `${signature.error.message} The command “farebox verify” can check it instead.` };
  if (!signature.data) return { text: 'Checking…', isPending: true };
  const { holds, publicKey } = signature.data;
  if (!holds)
    return { text: 'The signature does not match: the receipt was changed, or never signed.', passed: false };
  if (key.error)
    return {
      text: `Signed with the key ${publicKey}. Could not load this portal’s key to compare: ${key.error.message}`,
    };
  if (!key.data) return { text: 'Loading this portal’s key…', isPending: true };
  const isOwn = [key.data.publicKey, ...key.data.otherKeys].some((own) => own === publicKey);
  return isOwn
    ? { text: 'Signed by this portal and unchanged since.', passed: true }
    : { text: 'Signed by another portal, or by this one with an earlier secret.', passed: false };
}

/** The public keys of this portal's signatures. */
function receiptKeyOptions() {
  return queryOptions({
    queryKey: ['public', 'receipt-key'],
    queryFn: fetching('GET /api/receipt-key'),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Every check with its result, and the expected value of a failed one. */
export function CheckList({ checks, children }: { checks: ReceiptChecks; children: ReactNode }) {
  if (!checks.readable) return <Differences differences={checks.differences} />;
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line text-sm">
      {checks.checks.map((check, index) => (
        <Check key={index} check={check} />
      ))}
      {children}
    </ol>
  );
}

function Check({ check: { what, stated, differences } }: { check: ReceiptCheck }) {
  return (
    <CheckRow what={what} stated={stated} passed={differences.length === 0}>
      <Differences differences={differences} />
    </CheckRow>
  );
}

interface RowProps {
  what: string;
  stated: string;
  /** Undefined while it is unknown. */
  passed: boolean | undefined;
  children?: ReactNode;
}

export function CheckRow({ what, stated, passed, children }: RowProps) {
  return (
    <li className="py-2">
      <div className="flex items-baseline justify-between gap-x-4">
        <p className="min-w-0 font-medium break-words">{what}</p>
        {passed !== undefined && (
          <p className={`shrink-0 ${passed ? 'text-good' : 'font-semibold text-bad'}`}>
            {passed ? 'passed' : 'failed'}
          </p>
        )}
      </div>
      <p className="break-words text-quiet tabular-nums">{stated}</p>
      {children}
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
