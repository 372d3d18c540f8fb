import { plainWords } from '../../lib/agents/plain-words.ts';
import { wayOnWords } from '../../lib/agents/way-on-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { isJsonObject } from '../../lib/json/json.ts';
import { parseJson } from '../../lib/json/parse-json.ts';
import { isProblemCode, type ProblemCode, problems } from '../../lib/problem/problems.ts';
import { problemResponse } from '../http/problem-response.ts';
import type { RequestNames } from '../request-names.ts';
import { textResult, type ToolResult } from './agent-tool.ts';

const mostFaults = 20;
const mostWords = 300;
const mostUpstream = 2_000;

/** A refusal as a model reads it. */
export function problemResult(error: unknown, names: RequestNames): ToolResult {
  const document = parseJson(problemResponse(error, names).payload.toString());
  return documentResult(isJsonObject(document) ? document : {});
}

/** A problem document in words: what is wrong, where, and how to go on. */
export function documentResult(document: JsonObject): ToolResult {
  const { title, code, detail, errors, upstream, requestId: _id, type: _type, ...members } = document;
  const faults = Array.isArray(errors) ? errors.filter(isJsonObject).slice(0, mostFaults) : [];
  const lines = [
    `${String(title)} (${String(code)}): ${String(detail)}`,
    ...faults.map(
      ({ pointer, parameter, detail: words }) => `- ${String(pointer ?? parameter)}: ${String(words)}`,
    ),
    ...(upstream === undefined
      ? []
      : [`The API said: ${plainWords(JSON.stringify(upstream), mostUpstream)}`]),
    ...wayOnWords(document),
    remedyOf(String(code)),
  ];
  const meta = { 'dev.farebox/problem': { ...members, code: String(code), detail: String(detail) } };
  return {
    ...textResult(
      lines.filter((line) => line !== ''),
      meta,
    ),
    isError: true,
  };
}

/** What a model can do about it. Remedies of the portal's pages are for people. */
const remedies: Partial<Record<ProblemCode, string>> = {
  'call-in-flight': 'The call is still running. Wait, then repeat this request with the same quote.',
  'insufficient-credits':
    'Make the call cheaper, or tell the person that the account needs credits. get_credits shows the balance.',
  'nothing-at-offset':
    'Send the offset that the end of the result named, with the same quote and input. Without an offset, call_product makes the call.',
  'over-cap': 'Tell the person which limit was met. Do not try again with the same limit.',
  'over-max-credits': 'Make the call cheaper, or ask the person for a higher limit.',
  'price-not-agreed':
    'Do not make this call unless the person wants it. If they do and were not asked, repeat it with the quote.',
  'quote-expired': 'Get a new quote with quote_call, then call with it.',
  'quote-invalid': 'Copy the quote as quote_call returned it, or get a new one.',
  'quote-mismatch':
    'Get a quote for this product and this input with quote_call, then call with both unchanged.',
  'rate-limited': 'Wait before you try again.',
  validation: 'Correct these fields. get_product shows the input that the product takes.',
};

function remedyOf(code: string): string {
  if (!isProblemCode(code)) return '';
  return plainWords(remedies[code] ?? problems[code].remedy, mostWords);
}
