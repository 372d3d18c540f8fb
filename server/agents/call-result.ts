import { z } from 'zod';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { wayOnWords } from '../../lib/agents/quoted-words.ts';
import { type JsonObject, isJsonObject, parseJson } from '../../lib/json/json.ts';
import type { ProblemRow } from '../../lib/problem/call-problems.ts';
import { isProblemCode, problems } from '../../lib/problem/problems.ts';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import type { CallCost, CallResult } from '../calls/call-request.ts';
import { readReceipt } from '../calls/receipts.ts';
import { readSpendable } from '../calls/spendable.ts';
import { problemResponse } from '../http/response.ts';
import { type AgentSession, type ToolResult, textResult } from './agent-tool.ts';
import { nameQuote, keyOfCall, type WishedCall } from './quoted-calls.ts';
import { replyContent, type ReplyLink, replyLink, wholeAnswer, type WholeAnswer } from './reply-content.ts';

/** The answer to a call as a model reads it, from the character on that it asks for. */
export async function callResult(
  session: AgentSession,
  made: CallResult,
  { offset = 0, ...wish }: WishedCall,
): Promise<ToolResult> {
  const whole = wholeAnswer(made);
  const cost = await finalCost(session, made);
  if (whole.status >= 400) return refusedCall(session, whole, cost, wish);
  const content = await replyContent(whole, {
    offset,
    offsetName: `${session.argumentPrefix}offset`,
    isRepeatable: keyOfCall(wish) !== undefined,
    link: () => linkOf(session, cost.callId),
  });
  const spent = { ...cost, ...(await leftAfter(session, cost)) };
  return {
    content: [...content, { type: 'text', text: chargeWords(spent, made.isReplayed) }],
    meta: chargeMeta(spent, made),
  };
}

/** Undefined where the response was not stored, because its caller has no storage left. */
async function linkOf({ context }: AgentSession, callId: string): Promise<ReplyLink | undefined> {
  const { calls } = context.store;
  const call = await calls.find(callId);
  return call && (await calls.hasAnswer(call.key)) ? replyLink(context, callId) : undefined;
}

/** Where it is not known whether the end of the call was written, its receipt says what it cost. */
async function finalCost({ context, caller }: AgentSession, { cost }: CallResult): Promise<CallCost> {
  if (cost.charged !== undefined) return cost;
  const { charged } = await readReceipt(context, caller, cost.callId);
  return { ...cost, charged: Number(charged) };
}

/** What can still be spent, where a limit leaves less than the account has. */
async function leftAfter(
  { context, caller }: AgentSession,
  { balance }: CallCost,
): Promise<Pick<CallCost, 'balance'>> {
  if (balance === undefined || caller.kind === 'guest') return {};
  const { spendable } = await readSpendable(context, caller);
  return spendable.limit ? { balance: Math.max(0, Math.min(balance, spendable.credits)) } : {};
}

/** What a call cost, in the `meta` of its result. */
export const chargeInMeta = z.object({
  'dev.farebox/charge': z.object({
    callId: z.string(),
    charged: z.number(),
    balance: z.number().optional(),
  }),
});

function chargeWords({ callId, charged = 0, balance }: CallCost, isReplayed: boolean): string {
  const left = balance === undefined ? '' : ` ${groupedNumber(balance)} can still be spent.`;
  const paid = isReplayed
    ? `This is the result of the call that was made before, for ${creditsText(charged)}; nothing more was charged.`
    : `Charged ${creditsText(charged)}.`;
  return `${paid}${left} Call: ${callId}`;
}

function chargeMeta(
  { callId, charged = 0, balance }: CallCost,
  { isReplayed }: Pick<CallResult, 'isReplayed'>,
): JsonObject {
  return {
    'dev.farebox/charge': { callId, charged, isReplayed, ...(balance !== undefined && { balance }) },
  };
}

/** A call that was refused or failed, with what it cost, which is nearly always nothing. */
function refusedCall(
  session: AgentSession,
  { body }: WholeAnswer,
  { callId, charged = 0 }: CallCost,
  wish: WishedCall,
): ToolResult {
  const document = parseJson(body.toString());
  if (!isJsonObject(document)) throw new Error('A refusal is not a problem.');
  // A document of an earlier call names that one.
  const { quote } = document;
  const name = typeof quote === 'string' ? nameQuote(session, wish, quote) : undefined;
  return documentResult({ callId, charged, ...document }, session.argumentPrefix, name);
}

const mostFaults = 20;
const mostUpstream = 2_000;

/** A refusal as a model reads it. */
export function problemResult(
  error: unknown,
  { names, argumentPrefix }: Pick<AgentSession, 'names' | 'argumentPrefix'>,
): ToolResult {
  const document = parseJson(problemResponse(error, names).payload.toString());
  return documentResult(isJsonObject(document) ? document : {}, argumentPrefix);
}

/** A problem document in words: what is wrong, where, and how to go on. */
function documentResult(document: JsonObject, prefix: string, quoteName?: string): ToolResult {
  const { title, code, detail, errors, upstream, requestId: _id, type: _type, ...members } = document;
  const faults = Array.isArray(errors) ? errors.filter(isJsonObject).slice(0, mostFaults) : [];
  const forAgents = (text: unknown) => withPrefix(inWordsOfTools(String(text)), prefix);
  const said = forAgents(detail);
  const lines = [
    `${forAgents(title)} (${String(code)}): ${said}`,
    ...faults.map(({ pointer, parameter, detail: words }) =>
      // Of a field of the product, too, which may have the name of an argument.
      inWordsOfTools(`- ${String(pointer ?? parameter)}: ${String(words)}`),
    ),
    ...(upstream === undefined
      ? []
      : [`The API said: ${plainWords(JSON.stringify(upstream), mostUpstream)}`]),
    ...wayOnWords(quoteName === undefined ? document : { ...document, quote: quoteName }),
    forAgents(nextStep(String(code), document['callId'])),
  ];
  const meta = { 'dev.farebox/problem': { ...members, code: String(code), detail: said } };
  return {
    ...textResult(
      lines.filter((line) => line !== ''),
      meta,
    ),
    isError: true,
  };
}

/** What calls over HTTP send as headers are arguments of a tool. */
const wordsOfTools: readonly [RegExp, string][] = [
  [/\bcall with this Idempotency-Key\b/g, 'call with this quote or idempotency_key'],
  [/\bThis Idempotency-Key\b/g, 'This quote or idempotency_key'],
  [/\bIdempotency-Key\b/g, 'idempotency_key'],
  [/\bFarebox-Max-Credits\b/g, 'max_credits'],
  [/\bFarebox-Quote\b/g, 'quote'],
  [/\bThe Authorization header does not contain\b/g, 'This connection does not have'],
  [/\bHTTP request\b/g, 'request'],
  [/\bRequest headers\b/g, 'Request'],
];

function inWordsOfTools(text: string): string {
  return wordsOfTools.reduce((words, [name, meant]) => words.replaceAll(name, meant), text);
}

/** The names of arguments in a sentence of the portal, as the tool has them. A pointer has its own. */
function withPrefix(text: string, prefix: string): string {
  return text.replace(
    /(?<!\/)\b(?:max_credits|idempotency_key)\b|(?<=\bas )(?:quote|offset)\b/g,
    (name) => prefix + name,
  );
}

/** Most others are those of pages, which no tool meets. */
const noStep = 'No tool can change that. Tell the person what was refused.';

function nextStep(code: string, callId: unknown): string {
  const row: ProblemRow | undefined = isProblemCode(code) ? problems[code] : undefined;
  return (row?.nextStep ?? noStep).replace('CALL', typeof callId === 'string' ? callId : 'of the answer');
}
