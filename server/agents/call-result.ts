import { z } from 'zod';
import { type JsonObject, isJsonObject } from '../../lib/json/json.ts';
import { parseJson } from '../../lib/json/parse-json.ts';
import { creditsText } from '../../lib/text/count-text.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { CallCost, CallResult } from '../calls/call-request.ts';
import { readReceipt } from '../calls/read-receipt.ts';
import { readSpendable } from '../calls/spendable.ts';
import type { AgentSession, ToolResult } from './agent-tool.ts';
import { documentResult } from './problem-result.ts';
import { nameQuote } from './quoted-calls.ts';
import { replyContent } from './reply-content.ts';
import { type ReplyLink, replyLink } from './reply-link.ts';
import { wholeAnswer, type WholeAnswer } from './whole-answer.ts';
import { keyOfCall, type WishedCall } from './wished-call.ts';

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
