import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { erasedPerson, personalData } from '../../lib/account/personal-data.ts';
import { auditList } from '../../lib/operator/audit.ts';
import { entriesOfAll } from '../../lib/operator/entries.ts';
import { keysOfAll } from '../../lib/operator/keys.ts';
import { callsOfAll } from '../../lib/operator/calls.ts';
import { mailDetail, mailList, retriedMail } from '../../lib/operator/mails.ts';
import { dismissal, dismissalBody, overview } from '../../lib/operator/overview.ts';
import {
  changedRole,
  createdPerson,
  endedSessions,
  erasureBody,
  newOperatorBody,
  passwordLink,
  personDetail,
  personList,
  reasonBody,
  roleBody,
  resetFactors,
} from '../../lib/operator/people.ts';
import { changedStatus, operatorProductList, statusBody } from '../../lib/operator/products.ts';
import { settingList } from '../../lib/operator/settings.ts';
import { auditQuery } from '../operator/list-audit.ts';
import { auditExportQuery } from '../operator/export-audit.ts';
import { entriesOfAllQuery } from '../operator/list-entries-of-all.ts';
import { keysOfAllQuery } from '../operator/list-keys-of-all.ts';
import { callsOfAllQuery } from '../operator/list-calls-of-all.ts';
import { mailsQuery } from '../operator/list-mails.ts';
import { peopleQuery } from '../operator/list-people.ts';
import { productHealthQuery } from '../operator/list-product-health.ts';
import { refusals } from './openapi-responses.ts';
import { change, list, notAllowed, read } from './operator-operations.ts';

export const operatorPeoplePaths: ZodOpenApiPathsObject = {
  '/api/operator/people': {
    get: list({
      operationId: 'listPeople',
      summary: 'List people',
      right: 'read-people',
      description: 'Only owners get it as CSV.',
      query: peopleQuery,
      response: personList,
    }),
    post: change({
      operationId: 'createOperator',
      summary: 'Create an operator',
      right: 'create-person',
      description: 'The person chooses a password with a link, which is made by another request.',
      body: newOperatorBody,
      status: '201',
      response: createdPerson,
    }),
  },
  '/api/operator/people/{person_id}': {
    get: read({
      operationId: 'getPerson',
      summary: 'Get a person',
      right: 'read-people',
      path: ['person_id'],
      response: personDetail,
    }),
  },
  '/api/operator/people/{person_id}/role': {
    post: change({
      operationId: 'setOperatorRole',
      summary: 'Change the role of a person',
      description:
        'If the person has not proven the address and had no role, their password, sessions and other ways to sign in end. They choose a password with a link.',
      right: 'set-operator-role',
      path: ['person_id'],
      body: roleBody,
      response: changedRole,
      refuses: ['last-owner'],
    }),
  },
  '/api/operator/people/{person_id}/sign-out': {
    post: change({
      operationId: 'endSessionsOfPerson',
      summary: 'End all sessions of a person',
      right: 'end-sessions',
      path: ['person_id'],
      body: reasonBody,
      response: endedSessions,
    }),
  },
  '/api/operator/people/{person_id}/factor-reset': {
    post: change({
      operationId: 'resetFactorsOfPerson',
      summary: 'Remove the second factor of a person',
      description: 'Their passkeys, too. Their sessions end, and they are told by mail.',
      right: 'reset-factors',
      path: ['person_id'],
      body: reasonBody,
      response: resetFactors,
    }),
  },
  '/api/operator/people/{person_id}/export': {
    get: read({
      operationId: 'exportPerson',
      summary: 'Export the data of a person',
      right: 'export-person',
      description:
        'All that the portal stores of the person, without secrets. The audit log has an entry of it.',
      path: ['person_id'],
      response: personalData,
    }),
  },
  '/api/operator/people/{person_id}/erasure': {
    post: change({
      operationId: 'erasePerson',
      summary: 'Erase a person',
      right: 'erase-person',
      description:
        'Cannot be undone. Name, address, sessions and factors are deleted; accounts without other members are closed, and API keys of the person are revoked. The ledger, calls and the audit log stay, under a pseudonym.',
      path: ['person_id'],
      body: erasureBody,
      response: erasedPerson,
      refuses: ['last-owner'],
    }),
  },
  '/api/operator/people/{person_id}/password-link': {
    post: change({
      operationId: 'makePasswordLink',
      summary: 'Make a link to choose a password',
      description: 'Earlier links of the person end.',
      right: 'make-password-link',
      path: ['person_id'],
      body: reasonBody,
      response: passwordLink,
    }),
  },
};

export const operatorLedgerPaths: ZodOpenApiPathsObject = {
  '/api/operator/overview': {
    get: read({
      operationId: 'getOverview',
      summary: 'Get the overview',
      right: 'read-overview',
      response: overview,
    }),
  },
  '/api/operator/overview/dismissals': {
    post: change({
      operationId: 'dismissItem',
      summary: 'Dismiss an item of the overview',
      right: 'dismiss-item',
      description: 'For all operators. It comes back if it happens again.',
      body: dismissalBody,
      response: dismissal,
    }),
  },
  '/api/operator/keys': {
    get: list({
      operationId: 'listKeysOfAll',
      summary: 'List the API keys of all accounts',
      right: 'read-accounts',
      query: keysOfAllQuery,
      response: keysOfAll,
    }),
  },
  '/api/operator/entries': {
    get: list({
      operationId: 'listEntriesOfAll',
      summary: 'List the ledger',
      right: 'read-money',
      description: 'The entries of all accounts and guests, or of one account.',
      query: entriesOfAllQuery,
      response: entriesOfAll,
    }),
  },
  '/api/operator/calls': {
    get: list({
      operationId: 'listCallsOfAll',
      summary: 'List the calls of all',
      right: 'read-calls',
      description: 'Operators also read the receipt of each at `/api/calls/{call_id}`.',
      query: callsOfAllQuery,
      response: callsOfAll,
    }),
  },
};

export const operatorProductPaths: ZodOpenApiPathsObject = {
  '/api/operator/products': {
    get: list({
      operationId: 'listProductHealth',
      summary: 'List products with their health',
      right: 'read-offline-products',
      query: productHealthQuery,
      response: operatorProductList,
    }),
  },
  '/api/operator/products/{slug}/status': {
    post: change({
      operationId: 'setProductStatus',
      summary: 'Take a product online or offline',
      right: 'set-product-status',
      path: ['slug'],
      body: statusBody,
      response: changedStatus,
    }),
  },
  '/api/operator/audit': {
    get: list({
      operationId: 'listAudit',
      summary: 'List the audit log',
      right: 'read-audit',
      query: auditQuery,
      response: auditList,
    }),
  },
  '/api/operator/audit/export': {
    get: {
      operationId: 'exportAudit',
      summary: 'Export the audit log',
      description:
        'For operators: owner. One JSON object in each line, oldest first. `farebox verify audit FILE` checks the pages in their order as one file.',
      requestParams: { query: auditExportQuery },
      responses: {
        '200': {
          description: 'A page of the log.',
          content: { 'application/jsonl': { schema: z.string() } },
          headers: { Link: { description: 'The next page (RFC 8288).', schema: { type: 'string' } } },
        },
        ...refusals('invalid-parameter', ...notAllowed),
      },
    },
  },
  '/api/operator/mails': {
    get: list({
      operationId: 'listMails',
      summary: 'List mails',
      right: 'read-mails',
      description: 'Only owners get it as CSV.',
      query: mailsQuery,
      response: mailList,
    }),
  },
  '/api/operator/mails/{mail_id}': {
    get: read({
      operationId: 'getMail',
      summary: 'Get a mail with its text',
      right: 'read-mail-text',
      path: ['mail_id'],
      response: mailDetail,
    }),
  },
  '/api/operator/mails/{mail_id}/retry': {
    post: change({
      operationId: 'retryMail',
      summary: 'Send a mail that failed or waits',
      right: 'retry-mail',
      path: ['mail_id'],
      body: reasonBody,
      response: retriedMail,
      refuses: ['mail-not-due'],
    }),
  },
  '/api/operator/settings': {
    get: read({
      operationId: 'getSettings',
      summary: 'Get the settings in force',
      right: 'read-settings',
      response: settingList,
    }),
  },
};
