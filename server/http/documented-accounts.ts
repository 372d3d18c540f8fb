import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { createdKey } from '../../lib/account/api-keys.ts';
import { createdInvitation } from '../../lib/account/members.ts';
import { usage } from '../../lib/account/usage.ts';
import { refusedCallList, refusedUsage } from '../../lib/call/refused-calls.ts';
import {
  accountCaps,
  accountCapsBody,
  accountDetail,
  accountList,
  createdAccount,
  endedSeeAs,
  grantBody,
  grantedCredits,
  newAccountBody,
  newAccountKeyBody,
  seeAsBody,
  seenAccountNow,
  suspension,
  suspensionBody,
  operatorInvitationBody,
} from '../../lib/operator/accounts.ts';
import { reasonBody } from '../../lib/operator/people.ts';
import { refusedCallsQuery, refusedUsageQuery } from '../calls/list-refused-calls.ts';
import { usageQuery } from '../calls/sum-usage.ts';
import { accountsQuery } from '../operator/list-accounts.ts';
import { change, list, ofSession, read } from './operator-operations.ts';

/** What operators do with accounts. */
export const operatorAccountPaths: ZodOpenApiPathsObject = {
  '/api/operator/accounts': {
    get: list({
      operationId: 'listAllAccounts',
      summary: 'List all accounts',
      right: 'read-accounts',
      query: accountsQuery,
      response: accountList,
    }),
    post: change({
      operationId: 'createAccount',
      summary: 'Create an account',
      right: 'create-account',
      body: newAccountBody,
      status: '201',
      response: createdAccount,
    }),
  },
  '/api/operator/accounts/{account_id}': {
    get: read({
      operationId: 'getAccount',
      summary: 'Get an account',
      right: 'read-accounts',
      path: ['account_id'],
      response: accountDetail,
    }),
  },
  '/api/operator/accounts/{account_id}/usage': {
    get: list({
      operationId: 'getUsageOfAccount',
      summary: 'Sum up the usage of an account',
      description: 'Only owners and finance get it as CSV.',
      right: 'read-accounts',
      path: ['account_id'],
      query: usageQuery,
      response: usage,
    }),
  },
  '/api/operator/accounts/{account_id}/usage/refused': {
    get: list({
      operationId: 'getRefusedUsageOfAccount',
      summary: 'Count the refused calls of an account',
      description: 'Only owners and finance get it as CSV.',
      right: 'read-accounts',
      path: ['account_id'],
      query: refusedUsageQuery,
      response: refusedUsage,
    }),
  },
  '/api/operator/accounts/{account_id}/calls/refused': {
    get: list({
      operationId: 'listRefusedCallsOfAccount',
      summary: 'List the refused calls of an account',
      description: 'The last 1,000. As CSV only for the role owner.',
      right: 'read-accounts',
      path: ['account_id'],
      query: refusedCallsQuery,
      response: refusedCallList,
    }),
  },
  '/api/operator/accounts/{account_id}/suspension': {
    post: change({
      operationId: 'suspendAccount',
      summary: 'Suspend an account, or end its suspension',
      description:
        'The API keys of a suspended account are refused at once, in all portals. Its members still read, and take away, but make no calls, and add or change nothing. Calls that run are finished.',
      right: 'suspend-account',
      path: ['account_id'],
      body: suspensionBody,
      response: suspension,
    }),
  },
  '/api/operator/accounts/{account_id}/caps': {
    post: change({
      operationId: 'capAccount',
      summary: 'Limit what an account spends',
      right: 'cap-account',
      description:
        'For all its members and API keys together. A first limit counts what the account has spent before.',
      path: ['account_id'],
      body: accountCapsBody,
      response: accountCaps,
    }),
  },
  '/api/operator/accounts/{account_id}/see-as': {
    post: ofSession({
      operationId: 'seeAsAccount',
      summary: 'See an account as its members do',
      right: 'see-as',
      description:
        'For half an hour your session reads the portal as a viewer of the account does. It changes nothing and makes no calls. Your endpoints below `/api/operator/` stay your own.',
      path: ['account_id'],
      body: seeAsBody,
      response: seenAccountNow,
    }),
  },
  '/api/operator/see-as/end': {
    post: ofSession({
      operationId: 'endSeeAs',
      summary: 'Stop seeing an account as its members do',
      right: 'end-see-as',
      response: endedSeeAs,
    }),
  },
  '/api/operator/accounts/{account_id}/invitations': {
    post: change({
      operationId: 'inviteToAccount',
      summary: 'Invite somebody to an account',
      description:
        'The first person who opens the link joins the account. The first member is its owner. An account that has members gets more of them by the role owner alone.',
      right: 'invite-member',
      path: ['account_id'],
      body: operatorInvitationBody,
      status: '201',
      response: createdInvitation,
    }),
  },
  '/api/operator/accounts/{account_id}/keys': {
    post: change({
      operationId: 'createAccountKey',
      summary: 'Create an API key of an account',
      description: 'A key of an operator has the rights of an owner, and only owners create it.',
      right: 'create-account-key',
      path: ['account_id'],
      body: newAccountKeyBody,
      status: '201',
      response: createdKey,
      refuses: ['too-many-keys'],
    }),
  },
  '/api/operator/accounts/{account_id}/keys/{key_id}/revocation': {
    post: change({
      operationId: 'revokeAccountKey',
      summary: 'Revoke an API key of an account',
      right: 'revoke-account-key',
      path: ['account_id', 'key_id'],
      body: reasonBody,
      response: z.object({ id: z.string() }).meta({ id: 'RevokedKey' }),
    }),
  },
  '/api/operator/grants': {
    post: change({
      operationId: 'grantCredits',
      summary: 'Grant credits to an account',
      description: 'Also corrects a balance, and refunds a call. This is how a shop sells credits.',
      right: 'grant-credits',
      body: grantBody,
      response: grantedCredits,
    }),
  },
};
