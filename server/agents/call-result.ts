import { z } from 'zod';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { wayOnWords } from '../../lib/agents/quoted-words.ts';
import { type JsonObject, isJsonObject, parseJson } from '../../lib/json/json.ts';
import { isProblemCode, type ProblemCode } from '../../lib/problem/problems.ts';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import type { CallCost, CallResult } from '../calls/call-request.ts';
import { readReceipt } from '../calls/receipts.ts';
import { readSpendable } from '../calls/spendable.ts';
import { problemResponse } from '../http/response.ts';
import type { RequestNames } from '../log.ts';
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
  if (whole.status >= 400) return refusedCall(whole, cost, (token) => nameQuote(session, wish, token));
  const content = await replyContent(whole, {
    offset,
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

const mostFaults = 20;
const mostUpstream = 2_000;

/** A refusal as a model reads it. */
export function problemResult(error: unknown, names: RequestNames): ToolResult {
  const document = parseJson(problemResponse(error, names).payload.toString());
  return documentResult(isJsonObject(document) ? document : {});
}

/** A problem document in words: what is wrong, where, and how to go on. */
function documentResult(document: JsonObject, quoteName?: string): ToolResult {
  const { title, code, detail, errors, upstream, requestId: _id, type: _type, ...members } = document;
  const faults = Array.isArray(errors) ? errors.filter(isJsonObject).slice(0, mostFaults) : [];
  const said = forAgents(String(detail));
  const lines = [
    `${forAgents(String(title))} (${String(code)}): ${said}`,
    ...faults.map(({ pointer, parameter, detail: words }) =>
      forAgents(`- ${String(pointer ?? parameter)}: ${String(words)}`),
    ),
    ...(upstream === undefined
      ? []
      : [`The API said: ${plainWords(JSON.stringify(upstream), mostUpstream)}`]),
    ...wayOnWords(quoteName === undefined ? document : { ...document, quote: quoteName }),
    nextStep(String(code), document['callId']),
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
const inWordsOfTools: readonly [RegExp, string][] = [
  [/\bcall with this Idempotency-Key\b/g, 'call with this quote or idempotency_key'],
  [/\bThis Idempotency-Key\b/g, 'This quote or idempotency_key'],
  [/\bIdempotency-Key\b/g, 'idempotency_key'],
  [/\bFarebox-Max-Credits\b/g, 'max_credits'],
  [/\bFarebox-Quote\b/g, 'quote'],
  [/\bThe Authorization header does not contain\b/g, 'This connection does not have'],
  [/\bHTTP request\b/g, 'request'],
  [/\bRequest headers\b/g, 'Request'],
];

function forAgents(text: string): string {
  return inWordsOfTools.reduce((words, [name, meant]) => words.replaceAll(name, meant), text);
}

const repeatForResult =
  'Then repeat this request unchanged: it returns the result of the call, and nothing more is charged.';
const laterAgain =
  'Try again later, with a new quote or idempotency_key. If it keeps failing, choose another product with search_products, or tell the person.';
const findOut =
  'get_call with call_id CALL says what happened to the call. Before you call again with a new quote or idempotency_key, find out whether it took effect.';
const correctInput = 'Correct the input. get_product shows what the product takes.';
const newCall = 'Call again with a new quote or idempotency_key';

/** What a model does next, by tools and arguments. Remedies of the portal's pages are for people and programs. */
const nextSteps: Partial<Record<ProblemCode, string>> = {
  'account-suspended':
    'Tell the person that the account of this connection is suspended. search_products and get_product still work.',
  'body-too-large': 'Send a smaller input. A file may be an https: address, which the portal fetches.',
  'call-in-flight': `get_call with call_id CALL waits for its end. ${repeatForResult}`,
  'duplicate-key': 'Send each name in the input once.',
  'file-not-fetched': 'Give an https: address that anybody can read, or the file itself as a data: URL.',
  'forbidden-key': 'Give the member another name.',
  forbidden: 'Tell the person which right is missing. Do not repeat the request.',
  'idempotency-key-invalid': 'Send another idempotency_key, such as a UUID.',
  'idempotency-key-reused':
    'For another call, send a new quote or idempotency_key. For the result of call CALL, send the arguments of that call.',
  'insufficient-credits':
    'Make the call cheaper, or tell the person that the account needs credits. get_credits shows the balance.',
  internal: 'Try again once. If it fails again, tell the person.',
  'invalid-key': 'Tell the person that this connection needs a valid API key, or a new sign-in.',
  'invalid-number': correctInput,
  'invalid-parameter': 'Correct the argument.',
  'key-required':
    'Tell the person that calls need a sign-in or an API key here. search_products, get_product and quote_call need none.',
  'link-expired':
    'Repeat the call with the same quote or idempotency_key: it gives a new address and costs nothing.',
  'malformed-json': 'Send the input as a JSON object.',
  'not-an-object': 'Send the input as a JSON object, {} for none.',
  'not-found': 'search_products finds products, and list_calls your calls.',
  'not-settled': findOut,
  'nothing-at-offset':
    'Send the offset that the end of the result named, with the same quote or idempotency_key and input. Without an offset, call_product makes the call.',
  'outcome-unknown': findOut,
  'over-cap': 'Tell the person which limit was reached. Do not try again with the same limit.',
  'over-max-credits': 'Make the call cheaper, or ask the person for a higher limit.',
  'portal-stopped': findOut,
  'price-failed':
    'Try other values. If ordinary values fail too, choose another product with search_products.',
  'price-not-agreed':
    'Do not make this call unless the person wants it. If they do and were not asked, repeat it with the quote.',
  'product-offline': 'Choose another product with search_products.',
  'quote-expired': 'Get a new quote with quote_call, then call with it.',
  'quote-invalid': 'Copy the quote as quote_call returned it, or get a new one.',
  'quote-mismatch':
    'Get a quote for this product and this input with quote_call, then call with both unchanged.',
  'quote-required':
    'Get a quote with quote_call, which is free, and send it as quote; or send the most that you will pay as max_credits.',
  'rate-limited': 'Wait a minute before you try again.',
  'replay-unavailable': `get_call with call_id CALL has its receipt. To get a result, make another call, which is charged again: ${newCall.toLowerCase()}.`,
  'too-complex': 'Send a smaller or flatter input, with fewer levels, shorter lists or shorter texts.',
  'too-deep': 'Send a flatter input.',
  'too-many-members': 'Split the input into several calls.',
  unavailable: 'Try again in a few seconds.',
  'upstream-auth': 'No other input helps. Tell the person, or choose another product with search_products.',
  'upstream-busy': `The API is busy. Wait a minute. ${newCall}.`,
  'upstream-failed': laterAgain,
  'upstream-redirect':
    'No other input helps. Tell the person, or choose another product with search_products.',
  'upstream-rejected': `Read what the API said and change the input. ${newCall}.`,
  'upstream-timeout': `Send an input that takes less time, or try again later. ${newCall}.`,
  'upstream-too-large': `Ask for less, for example fewer rows or a smaller image. ${newCall}.`,
  'upstream-unreadable': laterAgain,
  'egress-blocked': 'No other input helps. Tell the person, or choose another product with search_products.',
  validation:
    'Correct these fields. The schema of the tool says what it takes; get_product shows the input of a product.',
};

/** Most others are those of pages, which no tool meets. */
const noStep = 'No tool can change that. Tell the person what was refused.';

function nextStep(code: string, callId: unknown): string {
  const step = isProblemCode(code) ? nextSteps[code] : undefined;
  return (step ?? noStep).replace('CALL', typeof callId === 'string' ? callId : 'of the answer');
}
