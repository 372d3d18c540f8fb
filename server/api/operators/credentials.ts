import {
  credentialBody,
  credentialDetail,
  credentialList,
  credentialTestBody,
  restoredCredential,
  revocationBody,
  revokedCredential,
  storedCredential,
  testedCredential,
} from '../../../lib/operator/credentials.ts';
import { reasonBody } from '../../../lib/operator/people.ts';
import {
  allowedUpstreamList,
  allowUpstreamBody,
  changedUpstream,
  disallowUpstreamBody,
} from '../../../lib/operator/upstreams.ts';
import {
  allowUpstream,
  disallowUpstream,
  listAllowedUpstreams,
  upstreamsQuery,
} from '../../operator/allowed-upstreams.ts';
import {
  credentialsQuery,
  listCredentials,
  readCredential,
  restoreCredential,
  revokeCredential,
  setCredential,
} from '../../operator/credentials.ts';
import { testCredential } from '../../operator/test-credential.ts';
import { listOperation } from '../table/list-operation.ts';
import { operation, type OperationGroup } from '../table/operation.ts';
import { operatorChange } from './operation.ts';

/** What operators do with the credentials of upstreams. No answer has the value of one. */
export const operatorCredentials = {
  tag: 'Operators: credentials',
  operations: [
    listOperation('GET /api/operator/credentials', {
      name: 'listCredentials',
      summary: 'List upstream credentials',
      description: 'Their names and states. Nobody can read a credential.',
      right: 'read-credentials',
      query: credentialsQuery,
      answer: ['The list.', credentialList],
      read: ({ context, query }) => listCredentials(context, query),
      columns: () => ({
        name: ({ name }) => name,
        state: ({ state }) => state,
        source: ({ source }) => source,
        products: ({ products }) => products,
        online: ({ online }) => online,
        set: ({ setAt }) => setAt,
        'set by': ({ setBy }) => setBy && (setBy.name ?? setBy.id),
        'last refused': ({ lastRefusedAt }) => lastRefusedAt,
      }),
    }),
    operation('GET /api/operator/credentials/{name}', {
      name: 'getCredential',
      summary: 'Get an upstream credential, without its value',
      right: 'read-credentials',
      answers: { 200: ['The response.', credentialDetail] },
      refuses: ['not-found'],
      run: ({ context, params }) => readCredential(context, params.name),
    }),
    operatorChange('POST /api/operator/credentials/{name}', {
      name: 'setCredential',
      summary: 'Set or replace an upstream credential',
      description:
        'All portals use it for the calls that they send from then on; calls that were sent before finish with the one before. A replaced one is not used any more, but can be brought back for 24 hours. One of the environment cannot be replaced here.',
      body: credentialBody,
      answer: storedCredential,
      hides: 'value',
      change: setCredential,
      wish: ({ value }, { name }) => ({ name, value }),
    }),
    operatorChange('POST /api/operator/credentials/{name}/test', {
      name: 'testCredential',
      summary: 'Test an upstream credential',
      description:
        'Calls the cheapest operation that needs it, if there is a GET without required fields. It costs no credits. A value that is sent is tried, and not stored.',
      body: credentialTestBody,
      answer: testedCredential,
      hides: 'value',
      change: testCredential,
      wish: ({ value }, { name }) => ({ name, value }),
    }),
    operatorChange('POST /api/operator/credentials/{name}/restoration', {
      name: 'restoreCredential',
      summary: 'Bring back a replaced upstream credential',
      description: 'The one in use takes its place, and can be brought back in turn.',
      body: reasonBody,
      answer: restoredCredential,
      change: restoreCredential,
      wish: (_body, { name }) => ({ name }),
    }),
    operatorChange('POST /api/operator/credentials/{name}/revocation', {
      name: 'revokeCredential',
      summary: 'Revoke an upstream credential',
      description:
        'Deletes it, and the one that it replaced. Calls that need it are refused with `upstream-auth` from then on, and cost nothing. It stays valid at the API: revoke it there, too.',
      body: revocationBody,
      answer: revokedCredential,
      change: revokeCredential,
      wish: (body, { name }) => ({ ...body, name }),
    }),
    listOperation('GET /api/operator/upstreams', {
      name: 'listAllowedUpstreams',
      summary: 'List private addresses that owners allow',
      right: 'read-credentials',
      query: upstreamsQuery,
      answer: ['The list.', allowedUpstreamList],
      read: ({ context }) => listAllowedUpstreams(context),
      columns: () => ({
        address: ({ address }) => address,
        allowed: ({ allowedAt }) => allowedAt,
        'allowed by': ({ allowedBy }) => allowedBy.name ?? allowedBy.id,
        reason: ({ reason }) => reason,
        fenced: ({ isFenced }) => String(isFenced),
      }),
    }),
    operatorChange('POST /api/operator/upstreams', {
      name: 'allowUpstream',
      summary: 'Let calls reach a private address',
      description:
        'One host or address with its port, in all portals from the next call on. The environment says of which networks owners can (FAREBOX_EGRESS_OWNERS); the address of a host is checked at each connection.',
      body: allowUpstreamBody,
      answer: changedUpstream,
      change: allowUpstream,
      wish: ({ address }) => ({ address }),
    }),
    operatorChange('POST /api/operator/upstreams/removal', {
      name: 'disallowUpstream',
      summary: 'Let calls reach a private address no more',
      description: 'Calls that were sent before finish.',
      body: disallowUpstreamBody,
      answer: changedUpstream,
      change: disallowUpstream,
      wish: ({ address }) => ({ address }),
    }),
  ],
} satisfies OperationGroup;
