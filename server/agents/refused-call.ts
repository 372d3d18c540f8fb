import { isJsonObject } from '../../lib/json/json.ts';
import { parseJson } from '../../lib/json/parse-json.ts';
import type { CallCost } from '../calls/call-request.ts';
import type { ToolResult } from './agent-tool.ts';
import { documentResult } from './problem-result.ts';
import type { WholeAnswer } from './whole-answer.ts';

/** A call that was refused or failed, with what it cost, which is nearly always nothing. */
export function refusedCall(
  { body }: WholeAnswer,
  { callId, charged = 0 }: CallCost,
  nameOf: (quote: string) => string,
): ToolResult {
  const document = parseJson(body.toString());
  if (!isJsonObject(document)) throw new Error('A refusal is not a problem.');
  // A document of an earlier call names that one.
  const { quote } = document;
  const name = typeof quote === 'string' ? nameOf(quote) : undefined;
  return documentResult({ callId, charged, ...document }, name);
}
