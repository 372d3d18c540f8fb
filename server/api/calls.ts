import { z } from 'zod';
import { creditAccount, usage } from '../../lib/account/credit-account.ts';
import { callList, refusedCallList, refusedUsage } from '../../lib/call/call-list.ts';
import { receiptSchema } from '../../lib/receipt/receipt.ts';
import { readReply, replyQuery } from '../agents/reply-content.ts';
import { deleteCallInput, readCallInput, readReceipt } from '../calls/receipts.ts';
import { callListQuery, listCalls } from '../calls/list-calls.ts';
import {
  listRefusedCalls,
  readRefusedUsage,
  refusedCallsQuery,
  refusedUsageQuery,
  creditsQuery,
  readCredits,
  readUsage,
  usageQuery,
} from '../calls/read-credits.ts';
import { publishedKey, publishedReceiptKey } from '../portal/receipt-key.ts';
import { readSpendable } from '../calls/spendable.ts';
import { privateText } from './table/private-response.ts';
import { replyFile } from '../doors/serve-call.ts';
import { cacheableJson } from '../http/response.ts';
import { requireProduct } from '../products/find-product.ts';
import { kept } from './table/documented.ts';
import {
  listOperation,
  refusedCallColumns,
  refusedUsageColumns,
  usageColumns,
} from './table/list-operation.ts';
import { anyCaller, openOperation, operation, type OperationGroup } from './table/operation.ts';

const keptInput = z
  .record(z.string(), z.unknown())
  .meta({ id: 'KeptInput', override: { type: 'object', additionalProperties: true } });

export const calls = {
  tag: 'Calls and credits',
  operations: [
    listOperation('GET /api/calls', {
      name: 'listCalls',
      summary: 'List your calls',
      description:
        'Newest first, as JSON or CSV, with who made each. A guest without a cookie has no history. A filter by request finds calls that have ended.',
      query: callListQuery,
      answer: ['A page of calls.', callList],
      read: ({ context, caller, query }) => listCalls(context, caller, query),
      columns: () => ({
        call: ({ id }) => id,
        key: ({ key }) => key && key.id,
        'key name': ({ key }) => key && key.name,
        person: ({ person }) => person && person.id,
        'person name': ({ person }) => person && person.name,
        request: ({ requestId }) => requestId,
        product: ({ product }) => product.slug,
        'product name': ({ product }) => product.name,
        began: ({ startedAt }) => startedAt,
        ended: ({ settledAt }) => settledAt,
        state: ({ state }) => state,
        outcome: ({ outcome }) => outcome,
        problem: ({ problem }) => problem,
        'quoted credits': ({ quoted }) => quoted,
        'charged credits': ({ charged }) => charged,
      }),
    }),
    listOperation('GET /api/calls/refused', {
      name: 'listRefusedCalls',
      summary: 'List your refused calls',
      description:
        "The last 1,000 calls of your account that were refused before credits were held, newest first, as JSON or CSV: for credits and limits (402), rights (403), the input (422) or the rate (429). They cost nothing and have no receipt. A call is here within seconds. Guests' are not kept.",
      query: refusedCallsQuery,
      answer: ['A page of refused calls.', refusedCallList],
      refuses: ['forbidden'],
      read: ({ context, caller, query }) => listRefusedCalls(context, caller, query),
      columns: () => refusedCallColumns,
    }),
    operation('GET /api/calls/{call_id}', {
      name: 'getReceipt',
      summary: 'Get the receipt of a call',
      description:
        "An account can read its own receipts. A guest's receipt can be read by anyone who has its id, which cannot be guessed.",
      access: anyCaller,
      answers: { 200: ['The receipt.', receiptSchema] },
      run: ({ context, caller, params }) => readReceipt(context, caller, params.call_id),
    }),
    openOperation('GET /api/calls/{call_id}/input', {
      name: 'getCallInput',
      summary: 'Get the input of a call',
      description:
        'Only for the caller, and only while it is stored: for the retention period of the portal, or one day if the call was free. Not stored for guests without a cookie, or beyond the storage limit of a caller. Of files only the length and hash are stored.',
      identifies: true,
      answers: { 200: ['The input.', keptInput] },
      handle: async ({ context, identify, params }) => {
        const identity = await identify();
        const { text } = await readCallInput(context, identity.caller, params.call_id);
        return privateText(identity, text.toString());
      },
    }),
    operation('DELETE /api/calls/{call_id}/input', {
      name: 'deleteCallInput',
      summary: 'Delete the input of a call',
      description:
        'The receipt stays, with the hash of the input. Members delete the inputs of their own calls; owners and admins, and keys that belong to no person, those of all.',
      access: anyCaller,
      answers: { 204: 'Deleted.' },
      run: ({ context, caller, params }) => deleteCallInput(context, caller, params.call_id),
    }),
    openOperation('GET /api/replies/{call_id}', {
      name: 'getReply',
      summary: 'Get the response of a call',
      description:
        'Agents get such an address in place of a file. It holds for an hour and needs no credential; the response is stored for a day.',
      query: replyQuery,
      answers: { 200: { says: 'The response of the API.', schema: z.unknown(), as: ['*/*'] } },
      refuses: ['missing-parameter', 'link-expired'],
      handle: async ({ context, query, params }) =>
        replyFile(await readReply(context, params.call_id, query)),
    }),
    operation('GET /api/credits', {
      name: 'getCredits',
      summary: 'Get your credits',
      description:
        'The balance, the ledger and the usage of the last 31 days. Guests on the same network share one balance, so a guest sees the ledger and usage of all of them. `spendable` says what this caller can spend: less than the balance where a limit of the key, the member or the account leaves less, and nothing where every call would be refused.',
      query: creditsQuery,
      access: anyCaller,
      answers: { 200: ['The credits.', creditAccount] },
      refuses: ['not-found'],
      run: async ({ context, caller, query: { product, ...page } }) => {
        const found = product === undefined ? undefined : await requireProduct(context, product);
        const { spendable } = await readSpendable(context, caller, found);
        return { ...(await readCredits(context, caller, page)), spendable };
      },
    }),
    listOperation('GET /api/usage', {
      name: 'getUsage',
      summary: 'Get your usage',
      description:
        'Calls and credits by day, and by product, API key or member, as JSON or CSV, which names products by slug: at most 366 days. Free calls count. Roles that see no keys of others cannot ask by key. Guests on the same network share one usage, by product alone.',
      query: usageQuery,
      answer: ['The usage.', usage],
      refuses: ['forbidden'],
      read: ({ context, caller, query }) => readUsage(context, caller, query),
      columns: ({ by }) => usageColumns(by),
    }),
    listOperation('GET /api/usage/refused', {
      name: 'getRefusedUsage',
      summary: 'Count your refused calls',
      description:
        'How many calls of your account were refused before credits were held, by day, API key and reason, as JSON or CSV: at most 366 days.',
      query: refusedUsageQuery,
      answer: ['The counts.', refusedUsage],
      refuses: ['forbidden'],
      read: ({ context, caller, query }) => readRefusedUsage(context, caller, query),
      columns: () => refusedUsageColumns,
    }),
    openOperation('GET /api/receipt-key', {
      name: 'getReceiptKey',
      summary: 'Get the public key of receipts',
      answers: kept('The public key.', publishedKey),
      handle: ({ context }) => cacheableJson(publishedReceiptKey(context.secret)),
    }),
  ],
} satisfies OperationGroup;
