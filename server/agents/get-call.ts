import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { spendableMeta, spendableWords } from '../../lib/agents/quoted-words.ts';
import { endingText } from '../../lib/call/call-words.ts';
import { receiptSchema, callStates, type CallState } from '../../lib/receipt/receipt.ts';
import { countOf, creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import { requireRole } from '../callers/require-role.ts';
import { stateName } from '../calls/call-request.ts';
import { findCall, receiptOf } from '../calls/receipts.ts';
import { listCalls } from '../calls/list-calls.ts';
import { readSpendable } from '../calls/spendable.ts';
import { AtOnce } from '../limits/waiting-line.ts';
import { requireProduct } from '../products/find-product.ts';
import { type AgentSession, agentTool, textResult } from './agent-tool.ts';
import { productArgument } from './search-products.ts';

/** How long a running call is waited for: less than clients wait for a tool. */
const waitMs = 20_000;
/** The call may run in another portal on the same database, so its row is read again and again. */
const pauseMs = 100;
/** Requests that wait: more are answered without waiting. */
const waitingOfNetwork = new AtOnce(4);
const waitingInAll = new AtOnce(100);

const listed = 10;

const { state, charged, quoted, product, times } = receiptSchema.shape;
const receiptParts = z.object({ state, charged, quoted, product, times });

export const getCall = agentTool({
  name: 'get_call',
  title: 'Get a call',
  description:
    'Says how a call ended and what it cost, with its signed receipt. Waits up to 20 s for a running call. Free.',
  input: z.object({
    call_id: z.string().max(200).describe('Id of the call, from call_product or list_calls.'),
  }),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run(session, { call_id: id }) {
    const { context, caller } = session;
    const call = await findCall(context, caller, id);
    await waitForEnd(session, call.key);
    const receipt = await receiptOf(context, call);
    const { state, charged, quoted, product, times } = receiptParts.parse(receipt);
    return textResult(
      [
        `${id} of ${product.slug}, ${times.startedAt}: ${state}. Charged ${creditsText(charged)} of ${creditsText(quoted)} quoted.`,
        nextSteps[state],
        'The receipt, signed by the portal:',
        JSON.stringify(receipt),
      ],
      { 'dev.farebox/receipt': receipt },
    );
  },
});

export const listCallsForAgent = agentTool({
  name: 'list_calls',
  title: 'List calls',
  description: 'Your last calls, newest first: id, product, state, credits, and what to do next. Free.',
  input: z.object({
    product: productArgument.optional(),
    state: z.enum(callStates).optional().describe('dispatched: still running.'),
    page: z.int().min(1).max(1_000).optional().describe('Default: 1.'),
  }),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller }, { product, state, page = 1 }) {
    if (caller.owner === null)
      return textResult([
        'Guests have no list of calls. get_call reads a call by its id; an agent with an API key has a list.',
      ]);
    if (product !== undefined) await requireProduct(context, product);
    const { list, total } = await listCalls(context, caller, {
      page,
      pageSize: listed,
      product,
      state,
      from: undefined,
      to: undefined,
    });
    const states = [...new Set(list.map((call) => call.state))];
    return textResult(
      [
        `${countOf(total, 'call')}; page ${page} of ${Math.max(1, Math.ceil(total / listed))}.`,
        ...list.map(({ id, product: of, outcome, startedAt, charged, ...call }) => {
          const ending = outcome === null ? '' : ` (${endingText({ ...call, outcome })})`;
          return `- ${id} of ${of.slug}, ${startedAt}: ${call.state}${ending}, ${creditsText(charged)}`;
        }),
        ...states.map((one) => `${one}: ${nextSteps[one]}`),
      ],
      { 'dev.farebox/calls': list.map(({ id, state: its, charged }) => ({ id, state: its, charged })) },
    );
  },
});

/** What an agent does next, by the state of a call. */
const nextSteps: Record<CallState, string> = {
  dispatched: 'It is still running. get_call waits for its end.',
  settled:
    'It has ended. To read its result again, repeat call_product with the same arguments, with the quote or idempotency_key of the call: that costs nothing.',
  released: 'It has ended without a charge. To try again, call with a new quote or idempotency_key.',
  unknown:
    'The portal stopped during the call, and nothing was charged. Find out whether it took effect before you call again with a new quote or idempotency_key.',
};

async function waitForEnd(
  { context, network, whenGone }: Pick<AgentSession, 'context' | 'network' | 'whenGone'>,
  key: number,
): Promise<void> {
  if (!waitingOfNetwork.enter(network)) return;
  try {
    if (!waitingInAll.enter('')) return;
    try {
      const gone = new AbortController();
      whenGone(() => gone.abort());
      await untilEnded(
        async () => stateName((await context.store.calls.readReceipt(key)).state),
        gone.signal,
      );
    } finally {
      waitingInAll.leave('');
    }
  } finally {
    waitingOfNetwork.leave(network);
  }
}

/** Resolves once the state is another than running, nobody waits any more, or it takes too long. */
export async function untilEnded(readState: () => Promise<CallState>, gone: AbortSignal): Promise<void> {
  const endsAt = performance.now() + waitMs;
  while ((await readState()) === 'dispatched' && !gone.aborted && performance.now() < endsAt)
    await sleep(pauseMs, undefined, { signal: gone }).catch(() => undefined);
}

const mostNamed = 20;

export const getCredits = agentTool({
  name: 'get_credits',
  title: 'Get credits',
  description: 'Says how many credits you can spend. Free.',
  input: z.object({}),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller, mostCredits }) {
    requireRole(caller, 'read-credits');
    const { available, held, resetsAt, spendable } = await readSpendable(context, caller);
    const { only } = spendable;
    const lines = [
      ...spendableWords(spendable),
      ...(spendable.code === undefined && caller.kind === 'account'
        ? [`${countOf(held, 'credit')} ${held === 1 ? 'is' : 'are'} on hold for running calls.`]
        : []),
      ...(only === undefined
        ? []
        : [
            `Only these products can be called: ${only
              .slice(0, mostNamed)
              .join(', ')}${only.length > mostNamed ? ` and ${only.length - mostNamed} more` : ''}.`,
          ]),
      ...(resetsAt === undefined
        ? []
        : [`You are a guest: the allowance of your network is refilled at ${resetsAt}.`]),
      ...(mostCredits === null ? [] : [`A call may cost at most ${groupedNumber(mostCredits)}.`]),
    ];
    return textResult(lines, {
      'dev.farebox/credits': {
        // What is available to the whole account is more than its key may spend.
        available: Math.min(available, Math.max(0, spendable.credits)),
        held,
        spendable: spendableMeta(spendable),
        ...(resetsAt !== undefined && { resetsAt }),
      },
    });
  },
});
