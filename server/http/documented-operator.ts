import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { createdKey } from '../../lib/account/api-keys.ts';
import { createdInvitation } from '../../lib/account/members.ts';
import {
  accountDetail,
  accountList,
  createdAccount,
  grantBody,
  grantedCredits,
  newAccountBody,
  newAccountKeyBody,
  suspension,
  suspensionBody,
  operatorInvitationBody,
} from '../../lib/operator/accounts.ts';
import { auditList } from '../../lib/operator/audit.ts';
import { callsOfAll } from '../../lib/operator/calls.ts';
import { mailDetail, mailList, retriedMail } from '../../lib/operator/mails.ts';
import { overview } from '../../lib/operator/overview.ts';
import {
  changedRole,
  createdPerson,
  endedSessions,
  newOperatorBody,
  passwordLink,
  personDetail,
  personList,
  reasonBody,
  roleBody,
} from '../../lib/operator/people.ts';
import { changedStatus, statusBody } from '../../lib/operator/products.ts';
import { settingList } from '../../lib/operator/settings.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { accountsQuery } from '../operator/list-accounts.ts';
import { auditQuery } from '../operator/list-audit.ts';
import { callsOfAllQuery } from '../operator/list-calls-of-all.ts';
import { mailsQuery } from '../operator/list-mails.ts';
import { peopleQuery } from '../operator/list-people.ts';
import { operatorRights, type OperatorVerb } from '../operator/rights.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const notAllowed: ProblemCode[] = [
  'operator-required',
  'forbidden',
  'confirmation-required',
  'rate-limited',
  ...anyCaller,
];

const described = {
  account_id: 'Id of the account.',
  key_id: 'Id of the API key.',
  mail_id: 'Id of the mail.',
  person_id: 'Id of the person.',
  slug: 'Slug of the product.',
};

function pathOf(names: (keyof typeof described)[]) {
  return z.object(
    Object.fromEntries(names.map((name) => [name, z.string().meta({ description: described[name] })])),
  );
}

interface Documented {
  operationId: string;
  summary: string;
  right: OperatorVerb;
  description?: string;
  path?: (keyof typeof described)[];
  /** The schema of the response. */
  response: z.ZodType;
}

function describedRight(right: OperatorVerb, description = ''): string {
  return `For operators: ${operatorRights[right].roles.join(', ')}. ${description}`.trim();
}

function read({ right, path = [], response, ...words }: Documented): ZodOpenApiOperationObject {
  return {
    ...words,
    description: describedRight(right, words.description),
    requestParams: { path: pathOf(path) },
    responses: {
      '200': json('The response.', response),
      ...refusals('not-found', ...notAllowed),
    },
  };
}

function list({
  right,
  response,
  query,
  ...words
}: Documented & { query: z.ZodObject }): ZodOpenApiOperationObject {
  const content = { 'application/json': { schema: response }, 'text/csv': { schema: z.string() } };
  const next = { description: 'Of a CSV: the next page (RFC 8288).', schema: { type: 'string' as const } };
  return {
    ...words,
    description: describedRight(right, words.description),
    requestParams: { query },
    responses: {
      '200': { description: 'A page of the list.', content, headers: { Link: next } },
      ...refusals('invalid-parameter', ...notAllowed),
    },
  };
}

const changeHeaders = z.object({
  'Idempotency-Key': z.string().optional().meta({
    description:
      '1 to 255 visible ASCII characters. If you repeat it with the same body within 24 hours, nothing is changed again and you get the response of the first request.',
  }),
});

const replayed = {
  'Idempotency-Replayed': {
    description: '`true` if this is the response of an earlier request.',
    schema: { type: 'string' as const },
  },
};

function change({
  right,
  path = [],
  body,
  response,
  status = '200',
  refuses = [],
  ...words
}: Documented & {
  body: z.ZodType;
  status?: '200' | '201';
  refuses?: ProblemCode[];
}): ZodOpenApiOperationObject {
  return {
    ...words,
    description: describedRight(right, words.description),
    requestParams: { path: pathOf(path), header: changeHeaders },
    requestBody: { required: body !== reasonBody, content: { 'application/json': { schema: body } } },
    responses: {
      [status]: { ...json('Done.', response), headers: replayed },
      ...refusals(
        ...(['not-found', 'validation', 'idempotency-key-invalid', 'idempotency-key-reused'] as const),
        ...(['replay-unavailable', 'unavailable'] as const),
        ...[...refuses, ...notAllowed, ...anyBody],
      ),
    },
  };
}

const accountPaths: ZodOpenApiPathsObject = {
  '/api/operator/accounts': {
    get: list({
      ...{ operationId: 'listAllAccounts', summary: 'List all accounts', right: 'read-accounts' },
      ...{ query: accountsQuery, response: accountList },
    }),
    post: change({
      ...{ operationId: 'createAccount', summary: 'Create an account', right: 'create-account' },
      ...{ body: newAccountBody, status: '201', response: createdAccount },
    }),
  },
  '/api/operator/accounts/{account_id}': {
    get: read({
      ...{ operationId: 'getAccount', summary: 'Get an account', right: 'read-accounts' },
      ...{ path: ['account_id'], response: accountDetail },
    }),
  },
  '/api/operator/accounts/{account_id}/suspension': {
    post: change({
      ...{ operationId: 'suspendAccount', summary: 'Suspend an account, or end its suspension' },
      description:
        'The API keys of a suspended account are refused at once, in all portals. Calls that run are finished.',
      ...{ right: 'suspend-account', path: ['account_id'], body: suspensionBody, response: suspension },
    }),
  },
  '/api/operator/accounts/{account_id}/invitations': {
    post: change({
      ...{ operationId: 'inviteToAccount', summary: 'Invite somebody to an account' },
      description: 'Whoever opens the link joins the account. The first member is its owner.',
      ...{ right: 'invite-member', path: ['account_id'], body: operatorInvitationBody, status: '201' },
      response: createdInvitation,
    }),
  },
  '/api/operator/accounts/{account_id}/keys': {
    post: change({
      ...{ operationId: 'createAccountKey', summary: 'Create an API key of an account' },
      description: 'A key of an operator has the rights of an owner, and only owners create it.',
      ...{ right: 'create-account-key', path: ['account_id'], body: newAccountKeyBody, status: '201' },
      ...{ response: createdKey, refuses: ['too-many-keys'] },
    }),
  },
  '/api/operator/accounts/{account_id}/keys/{key_id}/revocation': {
    post: change({
      ...{ operationId: 'revokeAccountKey', summary: 'Revoke an API key of an account' },
      ...{ right: 'revoke-account-key', path: ['account_id', 'key_id'], body: reasonBody },
      response: z.object({ id: z.string() }).meta({ id: 'RevokedKey' }),
    }),
  },
  '/api/operator/grants': {
    post: change({
      ...{ operationId: 'grantCredits', summary: 'Grant credits to an account' },
      description: 'Also corrects a balance, and refunds a call. This is how a shop sells credits.',
      ...{ right: 'grant-credits', body: grantBody, response: grantedCredits },
    }),
  },
};

const peoplePaths: ZodOpenApiPathsObject = {
  '/api/operator/people': {
    get: list({
      ...{ operationId: 'listPeople', summary: 'List people', right: 'read-people' },
      description: 'Only owners get it as CSV.',
      ...{ query: peopleQuery, response: personList },
    }),
    post: change({
      ...{ operationId: 'createOperator', summary: 'Create an operator', right: 'create-person' },
      description: 'The person chooses a password with a link, which is made by another request.',
      ...{ body: newOperatorBody, status: '201', response: createdPerson },
    }),
  },
  '/api/operator/people/{person_id}': {
    get: read({
      ...{ operationId: 'getPerson', summary: 'Get a person', right: 'read-people' },
      ...{ path: ['person_id'], response: personDetail },
    }),
  },
  '/api/operator/people/{person_id}/role': {
    post: change({
      ...{ operationId: 'setOperatorRole', summary: 'Change the role of a person' },
      ...{ right: 'set-operator-role', path: ['person_id'], body: roleBody, response: changedRole },
      refuses: ['last-owner'],
    }),
  },
  '/api/operator/people/{person_id}/sign-out': {
    post: change({
      ...{ operationId: 'endSessionsOfPerson', summary: 'End all sessions of a person' },
      ...{ right: 'end-sessions', path: ['person_id'], body: reasonBody, response: endedSessions },
    }),
  },
  '/api/operator/people/{person_id}/password-link': {
    post: change({
      ...{ operationId: 'makePasswordLink', summary: 'Make a link to choose a password' },
      description: 'Earlier links of the person end.',
      ...{ right: 'make-password-link', path: ['person_id'], body: reasonBody, response: passwordLink },
    }),
  },
};

export const operatorPaths: ZodOpenApiPathsObject = {
  '/api/operator/overview': {
    get: read({
      ...{ operationId: 'getOverview', summary: 'Get the overview', right: 'read-overview' },
      response: overview,
    }),
  },
  ...accountPaths,
  ...peoplePaths,
  '/api/operator/calls': {
    get: list({
      ...{ operationId: 'listCallsOfAll', summary: 'List the calls of all', right: 'read-calls' },
      description: 'Operators also read the receipt of each at `/api/calls/{call_id}`.',
      ...{ query: callsOfAllQuery, response: callsOfAll },
    }),
  },
  '/api/operator/products/{slug}/status': {
    post: change({
      ...{ operationId: 'setProductStatus', summary: 'Take a product online or offline' },
      ...{ right: 'set-product-status', path: ['slug'], body: statusBody, response: changedStatus },
    }),
  },
  '/api/operator/audit': {
    get: list({
      ...{ operationId: 'listAudit', summary: 'List the audit log', right: 'read-audit' },
      ...{ query: auditQuery, response: auditList },
    }),
  },
  '/api/operator/mails': {
    get: list({
      ...{ operationId: 'listMails', summary: 'List mails', right: 'read-mails' },
      description: 'Only owners get it as CSV.',
      ...{ query: mailsQuery, response: mailList },
    }),
  },
  '/api/operator/mails/{mail_id}': {
    get: read({
      ...{ operationId: 'getMail', summary: 'Get a mail with its text', right: 'read-mail-text' },
      ...{ path: ['mail_id'], response: mailDetail },
    }),
  },
  '/api/operator/mails/{mail_id}/retry': {
    post: change({
      ...{ operationId: 'retryMail', summary: 'Send a mail that failed or waits', right: 'retry-mail' },
      ...{ path: ['mail_id'], body: reasonBody, response: retriedMail, refuses: ['mail-not-due'] },
    }),
  },
  '/api/operator/settings': {
    get: read({
      ...{ operationId: 'getSettings', summary: 'Get the settings in force', right: 'read-settings' },
      response: settingList,
    }),
  },
};
