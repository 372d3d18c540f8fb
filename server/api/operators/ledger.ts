import { firstSteps } from '../../../lib/operator/first-steps.ts';
import { callsOfAll, entriesOfAll, keyDetail, keysOfAll } from '../../../lib/operator/ledger-lists.ts';
import { dismissal, dismissalBody, overview } from '../../../lib/operator/overview.ts';
import { readFirstSteps } from '../../operator/first-steps.ts';
import { dismissItem, readOverview } from '../../operator/overview.ts';
import { overviewQuery } from '../../operator/read-activity.ts';
import {
  callsOfAllQuery,
  listCallsOfAll,
  entriesOfAllQuery,
  listEntriesOfAll,
  keysOfAllQuery,
  listKeysOfAll,
  readKeyOfAll,
} from '../../operator/ledger-lists.ts';
import { listOperation } from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

export const operatorLedger = {
  tag: 'Operators: calls and ledger',
  operations: [
    operation('GET /api/operator/overview', {
      name: 'getOverview',
      summary: 'Get the overview',
      right: 'read-overview',
      query: overviewQuery,
      answers: { 200: ['The response.', overview] },
      run: ({ context, caller, query }) => readOverview(context, caller, query),
    }),
    operation('GET /api/operator/first-steps', {
      name: 'getFirstSteps',
      summary: 'Get the first steps of a portal',
      right: 'read-overview',
      answers: { 200: ['The response.', firstSteps] },
      run: ({ context, caller }) => readFirstSteps(context, caller),
    }),
    operatorChange('POST /api/operator/overview/dismissals', {
      name: 'dismissItem',
      summary: 'Dismiss an item of the overview',
      description: 'For all operators. It comes back if it happens again.',
      body: dismissalBody,
      answer: dismissal,
      change: dismissItem,
      wish: ({ item }) => ({ item }),
    }),
    listOperation('GET /api/operator/keys', {
      name: 'listKeysOfAll',
      summary: 'List the API keys of all accounts',
      right: 'read-accounts',
      exportRight: 'export-accounts',
      query: keysOfAllQuery,
      answer: ['A page of the list.', keysOfAll],
      read: ({ context, query }) => listKeysOfAll(context, query),
      columns: () => ({
        key: ({ id }) => id,
        name: ({ name }) => name,
        'last letters': ({ hint }) => hint,
        operator: ({ operator }) => String(operator),
        account: ({ account }) => account.id,
        'account name': ({ account }) => account.name,
        person: ({ person }) => person && person.id,
        created: ({ createdAt }) => createdAt,
        'last used': ({ lastUsedAt }) => lastUsedAt,
        expires: ({ expiresAt }) => expiresAt,
        revoked: ({ revokedAt }) => revokedAt,
      }),
    }),
    operation('GET /api/operator/keys/{key_id}', {
      name: 'getKeyOfAll',
      summary: 'Get an API key of any account',
      right: 'read-accounts',
      answers: { 200: ['The response.', keyDetail] },
      run: ({ context, params }) => readKeyOfAll(context, params.key_id),
    }),
    listOperation('GET /api/operator/entries', {
      name: 'listEntriesOfAll',
      summary: 'List the ledger',
      description: 'The entries of all accounts and guests, or of one account.',
      right: 'read-money',
      exportRight: 'export-accounts',
      query: entriesOfAllQuery,
      answer: ['A page of the list.', entriesOfAll],
      read: ({ context, query }) => listEntriesOfAll(context, query),
      columns: () => ({
        entry: ({ id }) => id,
        at: ({ at }) => at,
        account: ({ account }) => account && account.id,
        'account name': ({ account }) => account && account.name,
        kind: ({ kind }) => kind,
        credits: ({ amount }) => amount,
        call: ({ callId }) => callId,
        reason: ({ reason }) => reason,
      }),
    }),
    listOperation('GET /api/operator/calls', {
      name: 'listCallsOfAll',
      summary: 'List all calls',
      description: 'Operators also read the receipt of each at `/api/calls/{call_id}`.',
      right: 'read-calls',
      exportRight: 'export-calls',
      query: callsOfAllQuery,
      answer: ['A page of the list.', callsOfAll],
      read: ({ context, query, caller }) => listCallsOfAll(context, query, caller),
      columns: () => ({
        call: ({ id }) => id,
        account: ({ account }) => account && account.id,
        'account name': ({ account }) => account && account.name,
        key: ({ key }) => key && key.id,
        'key name': ({ key }) => key && key.name,
        person: ({ person }) => person && person.id,
        'person name': ({ person }) => person && person.name,
        request: ({ requestId }) => requestId,
        product: ({ product }) => product.slug,
        began: ({ startedAt }) => startedAt,
        ended: ({ settledAt }) => settledAt,
        state: ({ state }) => state,
        outcome: ({ outcome }) => outcome,
        problem: ({ problem }) => problem,
        'quoted credits': ({ quoted }) => quoted,
        'charged credits': ({ charged }) => charged,
      }),
    }),
  ],
} satisfies OperationGroup;
