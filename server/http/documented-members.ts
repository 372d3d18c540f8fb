import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import {
  chooseAccountBody,
  createdInvitation,
  invitationBody,
  invitationList,
  joinBody,
  memberChangesBody,
  memberList,
  newInvitationBody,
  ownAccountList,
  shownInvitation,
} from '../../lib/account/members.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const personParams = z.object({ person_id: z.string().meta({ description: 'Id of the person.' }) });
const invitationParams = z.object({
  invitation_id: z.string().meta({ description: 'Id of the invitation.' }),
});
const cookie = {
  'Set-Cookie': { description: 'The session cookie.', schema: { type: 'string' as const } },
};

const ofPeople: ProblemCode[] = ['sign-in-required', 'rate-limited', ...anyCaller];
const ofMembers: ProblemCode[] = ['account-required', 'forbidden', ...ofPeople];
/** What gives roles. */
const ofManagers: ProblemCode[] = ['confirmation-required', ...ofMembers];

const listMembers: ZodOpenApiOperationObject = {
  operationId: 'listMembers',
  summary: 'List the members of your account',
  description: 'Addresses are whole for members alone: a key that no member made gets them masked.',
  responses: {
    '200': json('The members.', memberList),
    ...refusals('account-required', 'rate-limited', ...anyCaller),
  },
};

const changeMember: ZodOpenApiOperationObject = {
  operationId: 'changeMember',
  summary: 'Change a member of your account',
  description:
    'Changes the role, the spending limits, or both. For owners and admins; only owners change owners. The API keys of a member whose role makes no calls are revoked.',
  requestParams: { path: personParams },
  requestBody: { required: true, content: { 'application/json': { schema: memberChangesBody } } },
  responses: {
    '204': { description: 'Changed.' },
    ...refusals('not-found', 'last-owner', 'validation', 'unavailable', ...ofManagers, ...anyBody),
  },
};

const removeMember: ZodOpenApiOperationObject = {
  operationId: 'removeMember',
  summary: 'Remove a member, or leave',
  description:
    'For owners and admins, and for everybody to leave. The API keys of the member are revoked. The last owner cannot leave.',
  requestParams: { path: personParams },
  responses: {
    '204': { description: 'Removed.' },
    ...refusals('not-found', 'last-owner', 'unavailable', ...ofManagers),
  },
};

const listInvitations: ZodOpenApiOperationObject = {
  operationId: 'listInvitations',
  summary: 'List the open invitations of your account',
  responses: { '200': json('The invitations.', invitationList), ...refusals(...ofMembers) },
};

const inviteMember: ZodOpenApiOperationObject = {
  operationId: 'inviteMember',
  summary: 'Invite somebody to your account',
  description:
    'For owners and admins; only owners invite owners. The link works once, for seven days. It is mailed if there is an address.',
  requestBody: { required: true, content: { 'application/json': { schema: newInvitationBody } } },
  responses: {
    '201': json('The invitation.', createdInvitation),
    ...refusals('not-found', 'validation', 'unavailable', ...ofManagers, ...anyBody),
  },
};

const withdrawInvitation: ZodOpenApiOperationObject = {
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  requestParams: { path: invitationParams },
  responses: {
    '204': { description: 'Withdrawn. Its link does not work any more.' },
    ...refusals('not-found', 'unavailable', ...ofMembers),
  },
};

const listAccounts: ZodOpenApiOperationObject = {
  operationId: 'listAccounts',
  summary: 'List your accounts',
  responses: { '200': json('The accounts.', ownAccountList), ...refusals(...ofPeople) },
};

const chooseAccount: ZodOpenApiOperationObject = {
  operationId: 'chooseAccount',
  summary: 'Switch to another account of yours',
  description: 'For this session. Until then it is the account that you joined first.',
  requestBody: { required: true, content: { 'application/json': { schema: chooseAccountBody } } },
  responses: {
    '204': { description: 'Switched.' },
    ...refusals('not-found', 'validation', 'unavailable', ...ofPeople, ...anyBody),
  },
};

const showInvitation: ZodOpenApiOperationObject = {
  operationId: 'showInvitation',
  summary: 'Show what an invitation offers',
  description: 'Takes the token of the link. It is in the body, so that no log has it.',
  requestBody: { required: true, content: { 'application/json': { schema: invitationBody } } },
  responses: {
    '200': json('The invitation.', shownInvitation),
    ...refusals('key-in-url', 'validation', 'link-expired', 'rate-limited', ...anyBody),
  },
};

const joinAccount: ZodOpenApiOperationObject = {
  operationId: 'joinAccount',
  summary: 'Join an account',
  description:
    'With the token of an invitation: as the person who is signed in, or, with an email address, a name and a password, as a new person, who is signed in by it.',
  requestBody: { required: true, content: { 'application/json': { schema: joinBody } } },
  responses: {
    '204': { description: 'Joined.', headers: cookie },
    ...refusals(
      ...(['validation', 'link-expired', 'already-member', 'forbidden', 'unavailable'] as const),
      ...ofPeople,
      ...anyBody,
    ),
  },
};

export const memberPaths: ZodOpenApiPathsObject = {
  '/api/accounts': { get: listAccounts },
  '/api/session/account': { post: chooseAccount },
  '/api/members': { get: listMembers },
  '/api/members/{person_id}': { post: changeMember, delete: removeMember },
  '/api/members/invitations': { get: listInvitations, post: inviteMember },
  '/api/members/invitations/{invitation_id}': { delete: withdrawInvitation },
  '/api/invitation': { post: showInvitation },
  '/api/join': { post: joinAccount },
};
