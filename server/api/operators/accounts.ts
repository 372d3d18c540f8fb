import { z } from 'zod';
import { createdKey } from '../../../lib/account/api-keys.ts';
import { createdInvitation } from '../../../lib/account/members.ts';
import { usage } from '../../../lib/account/credit-account.ts';
import { refusedCallList, refusedUsage } from '../../../lib/call/call-list.ts';
import {
  accountCaps,
  accountCapsBody,
  accountDetail,
  accountNameBody,
  accountList,
  closure,
  closureBody,
  createdAccount,
  endedSeeAs,
  grantBody,
  grantedCredits,
  newAccountBody,
  newAccountKeyBody,
  operatorInvitationBody,
  renamedAccount,
  seeAsBody,
  seenAccountNow,
  suspension,
  suspensionBody,
} from '../../../lib/operator/accounts.ts';
import { accountActivity } from '../../../lib/operator/account-activity.ts';
import { reasonBody } from '../../../lib/operator/people.ts';
import { operatorPersonOf } from '../../callers/change-keys.ts';
import {
  refusedCallsOf,
  refusedCallsQuery,
  refusedUsageOf,
  refusedUsageQuery,
  sumUsage,
  usageQuery,
} from '../../calls/read-credits.ts';
import {
  capAccount,
  closeAccount,
  createAccount,
  inviteToAccount,
  renameAccount,
  suspendAccount,
  withdrawInvitation,
  grantCredits,
} from '../../operator/change-account.ts';
import { accountActivityQuery, readAccountActivity } from '../../operator/account-activity.ts';
import {
  createAccountKey,
  revokeAccountKey,
  accountsQuery,
  listAccounts,
  readAccount,
  requireAccount,
  endSeeAs,
  seeAs,
} from '../../operator/accounts.ts';
import {
  listOperation,
  refusedCallColumns,
  refusedUsageColumns,
  usageColumns,
} from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

/** What operators do with accounts. */
export const operatorAccounts = {
  tag: 'Operators: accounts',
  operations: [
    listOperation('GET /api/operator/accounts', {
      name: 'listAllAccounts',
      summary: 'List all accounts',
      right: 'read-accounts',
      exportRight: 'export-accounts',
      query: accountsQuery,
      answer: ['A page of the list.', accountList],
      read: ({ context, query }) => listAccounts(context, query),
      columns: () => ({
        account: ({ id }) => id,
        name: ({ name }) => name,
        created: ({ createdAt }) => createdAt,
        suspended: ({ suspendedAt }) => suspendedAt,
        closed: ({ closedAt }) => closedAt,
        balance: ({ balance }) => balance,
        held: ({ held }) => held,
        available: ({ available }) => available,
        'API keys': ({ keys }) => keys,
        'spent this month': ({ spent }) => spent,
        'last call': ({ lastCallOn }) => lastCallOn,
      }),
    }),
    operatorChange('POST /api/operator/accounts', {
      name: 'createAccount',
      summary: 'Create an account',
      body: newAccountBody,
      answer: createdAccount,
      change: createAccount,
      wish: (body) => body,
    }),
    operation('GET /api/operator/accounts/{account_id}', {
      name: 'getAccount',
      summary: 'Get an account',
      right: 'read-accounts',
      answers: { 200: ['The response.', accountDetail] },
      run: ({ context, caller, params }) => readAccount(context, params.account_id, caller),
    }),
    listOperation('GET /api/operator/accounts/{account_id}/usage', {
      name: 'getUsageOfAccount',
      summary: 'Sum up the usage of an account',
      description: 'Only owners and finance get it as CSV.',
      right: 'read-accounts',
      exportRight: 'export-accounts',
      query: usageQuery,
      answer: ['A page of the list.', usage],
      read: async ({ context, query, params }) => {
        const { id } = await requireAccount(context, params.account_id);
        return sumUsage(context, id, query);
      },
      columns: ({ by }) => usageColumns(by),
    }),
    operation('GET /api/operator/accounts/{account_id}/activity', {
      name: 'getActivityOfAccount',
      summary: 'Get the course of the usage of an account',
      right: 'read-accounts',
      query: accountActivityQuery,
      answers: { 200: ['The response.', accountActivity] },
      run: ({ context, query, params }) => readAccountActivity(context, params.account_id, query),
    }),
    listOperation('GET /api/operator/accounts/{account_id}/usage/refused', {
      name: 'getRefusedUsageOfAccount',
      summary: 'Count the refused calls of an account',
      description: 'Only owners and finance get it as CSV.',
      right: 'read-accounts',
      exportRight: 'export-accounts',
      query: refusedUsageQuery,
      answer: ['A page of the list.', refusedUsage],
      read: async ({ context, query, params }) => {
        const { id } = await requireAccount(context, params.account_id);
        return refusedUsageOf(context, id, query);
      },
      columns: () => refusedUsageColumns,
    }),
    listOperation('GET /api/operator/accounts/{account_id}/calls/refused', {
      name: 'listRefusedCallsOfAccount',
      summary: 'List the refused calls of an account',
      description: 'The last 1,000. As CSV only for the role owner.',
      right: 'read-accounts',
      exportRight: 'export-calls',
      query: refusedCallsQuery,
      answer: ['A page of the list.', refusedCallList],
      read: async ({ context, query, params }) => {
        const { id } = await requireAccount(context, params.account_id);
        return refusedCallsOf(context, id, query);
      },
      columns: () => refusedCallColumns,
    }),
    operatorChange('POST /api/operator/accounts/{account_id}/suspension', {
      name: 'suspendAccount',
      summary: 'Suspend an account, or end its suspension',
      description:
        'The API keys of a suspended account are refused at once, in all portals. Its members can still read and remove things, but cannot make calls, or add or change anything. Running calls are finished.',
      body: suspensionBody,
      answer: suspension,
      change: suspendAccount,
      wish: (body, { account_id: accountId }) => ({ ...body, accountId }),
    }),
    operatorChange('POST /api/operator/accounts/{account_id}/closure', {
      name: 'closeAccount',
      summary: 'Close an account, or reopen it',
      description:
        'The members, API keys, webhooks, alerts and open invitations of a closed account end, and nothing is added to it: changes are refused as `account-closed`. Its credits stay unused, and its ledger, calls and receipts stay. Running calls are finished. A reopened account has its credits, but no members and no keys.',
      body: closureBody,
      answer: closure,
      change: closeAccount,
      wish: (body, { account_id: accountId }) => ({ ...body, accountId }),
    }),
    operatorChange('POST /api/operator/accounts/{account_id}/name', {
      name: 'renameAccount',
      summary: 'Rename an account',
      description:
        'Its id stays, and with it its keys, members, credits and calls. Two accounts cannot have one name.',
      body: accountNameBody,
      answer: renamedAccount,
      change: renameAccount,
      wish: ({ name, reason }, { account_id: accountId }) => ({ name, reason, accountId }),
    }),
    operatorChange('POST /api/operator/accounts/{account_id}/caps', {
      name: 'capAccount',
      summary: 'Limit what an account spends',
      description:
        'For all its members and API keys together. A first limit counts what the account has spent before.',
      body: accountCapsBody,
      answer: accountCaps,
      change: capAccount,
      wish: (body, { account_id: accountId }) => ({ ...body, accountId }),
    }),
    operation('POST /api/operator/accounts/{account_id}/see-as', {
      right: 'see-as',
      name: 'seeAsAccount',
      summary: 'See an account as its members do',
      description:
        'For half an hour, your session reads the portal as a viewer of the account does. It cannot change anything or make calls. Your endpoints below `/api/operator/` stay your own. Not for API keys, which have no session.',
      limit: 'call',
      body: seeAsBody,
      answers: { 200: ['Done.', seenAccountNow] },
      refuses: ['sign-in-required'],
      run: ({ context, caller, params, body: { reason }, requestId }) =>
        seeAs(context, caller, { accountId: params.account_id, reason, requestId }),
    }),
    operation('POST /api/operator/see-as/end', {
      right: 'end-see-as',
      name: 'endSeeAs',
      summary: 'Stop seeing an account as its members do',
      description: 'Not for API keys, which have no session.',
      limit: 'call',
      answers: { 200: ['Done.', endedSeeAs] },
      refuses: ['sign-in-required'],
      run: ({ context, caller, requestId }) => endSeeAs(context, caller, requestId),
    }),
    operatorChange('POST /api/operator/accounts/{account_id}/invitations', {
      name: 'inviteToAccount',
      summary: 'Invite somebody to an account',
      description:
        'The first person who opens the link joins the account. The first member is its owner. An account that has members gets more of them by the role owner alone.',
      body: operatorInvitationBody,
      answer: createdInvitation,
      change: inviteToAccount,
      wish: (body, { account_id: accountId }) => ({ ...body, accountId }),
    }),
    operatorChange('POST /api/operator/accounts/{account_id}/invitations/{invitation_id}/withdrawal', {
      name: 'withdrawAccountInvitation',
      summary: 'Withdraw an invitation to an account',
      description: 'Its link stops working immediately.',
      body: reasonBody,
      answer: z.object({ id: z.string() }).meta({ id: 'WithdrawnInvitation' }),
      change: withdrawInvitation,
      wish: (_body, { account_id: accountId, invitation_id: invitationId }) => ({ accountId, invitationId }),
    }),
  ],
} satisfies OperationGroup;

/** What programs of an account call with, and what they spend. */
export const operatorKeysAndCredits = {
  tag: 'Operators: keys and credits of accounts',
  operations: [
    operatorChange('POST /api/operator/accounts/{account_id}/keys', {
      name: 'createAccountKey',
      summary: 'Create an API key of an account',
      description: 'A key of an operator has the rights of an owner, and only owners create it.',
      body: newAccountKeyBody,
      answer: createdKey,
      refuses: ['too-many-keys'],
      change: createAccountKey,
      wish: (body, { account_id: accountId }, caller) => ({
        ...body,
        accountId,
        operatorPersonKey: operatorPersonOf(caller),
      }),
    }),
    operatorChange('POST /api/operator/accounts/{account_id}/keys/{key_id}/revocation', {
      name: 'revokeAccountKey',
      summary: 'Revoke an API key of an account',
      body: reasonBody,
      answer: z.object({ id: z.string() }).meta({ id: 'RevokedKey' }),
      change: revokeAccountKey,
      wish: (_body, { account_id: accountId, key_id: keyId }) => ({ accountId, keyId }),
    }),
    operatorChange('POST /api/operator/grants', {
      name: 'grantCredits',
      summary: 'Grant credits to an account',
      description: 'Also corrects a balance, and refunds a call. This is how a shop sells credits.',
      body: grantBody,
      answer: grantedCredits,
      change: grantCredits,
      wish: (body) => body,
    }),
  ],
} satisfies OperationGroup;
