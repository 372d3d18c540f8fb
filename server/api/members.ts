import { ownAccountBody } from '../../lib/operator/accounts.ts';
import { deviceName } from '../../lib/account/session.ts';
import {
  chooseAccountBody,
  createdInvitation,
  invitationBody,
  invitationList,
  joinBody,
  memberChangesBody,
  memberList,
  newcomerBody,
  newInvitationBody,
  ownAccountList,
  shownInvitation,
} from '../../lib/account/members.ts';
import {
  activeAuthor,
  requireActive,
  requirePerson,
  refuseUnlessConfirmed,
} from '../callers/require-role.ts';
import { guestHistoryOf, setSessionCookie } from '../doors/cookies.ts';
import { privateJson, privateNothing } from './table/private-response.ts';
import { readBody } from '../http/read-request.ts';
import { namesOf } from '../http/arriving-request.ts';
import {
  changeMember,
  chooseAccount,
  listMembers,
  renameOwnAccount,
  requireMember,
  removeMember,
} from '../members/members.ts';
import { inviteMember } from '../members/invite-member.ts';
import { joinAccount, joinAsNewcomer } from '../members/join-account.ts';
import { listInvitations, showInvitation, withdrawInvitation } from '../members/invitations.ts';
import { hashOfNetwork } from '../people/proofs/prove-code.ts';
import { cookie } from './table/documented.ts';
import {
  type Access,
  account,
  member,
  openOperation,
  operation,
  type OperationGroup,
  person,
} from './table/operation.ts';

const listAccounts = operation('GET /api/accounts', {
  name: 'listAccounts',
  summary: 'List your accounts',
  access: person,
  answers: { 200: ['The accounts.', ownAccountList] },
  run: async ({ context, caller }) => ({
    list: await context.store.members.accountsOf(requirePerson(caller).key),
  }),
});

const choose = operation('POST /api/session/account', {
  name: 'chooseAccount',
  summary: 'Switch to another account of yours',
  description: 'For this session. Until then it is the account that you joined first.',
  access: person,
  limit: 'call',
  body: chooseAccountBody,
  answers: { 204: 'Switched.' },
  refuses: ['not-found'],
  run: ({ context, caller, body }) => chooseAccount(context, caller, body.account),
});

const rename = operation('PATCH /api/account', {
  name: 'renameOwnAccount',
  summary: 'Rename your account',
  description: 'For owners and admins. Its keys, members, credits and calls stay.',
  access: { ...member, check: (_context, caller) => void requireMember(caller, 'rename-account') },
  limit: 'call',
  body: ownAccountBody,
  answers: { 204: 'Renamed.' },
  run: ({ context, caller, body, requestId }) => renameOwnAccount(context, caller, body.name, requestId),
});

const list = operation('GET /api/members', {
  name: 'listMembers',
  summary: 'List the members of your account',
  description: 'Addresses are whole for members alone: a key that no member made gets them masked.',
  access: account,
  answers: { 200: ['The members.', memberList] },
  run: ({ context, caller }) => listMembers(context, caller),
});

const change = operation('POST /api/members/{person_id}', {
  name: 'changeMember',
  summary: 'Change a member of your account',
  description:
    'Changes the role, the spending limits, or both. For owners and admins; only owners change owners. The API keys of a member whose role makes no calls are revoked.',
  access: member,
  limit: 'call',
  body: memberChangesBody,
  answers: { 204: 'Changed.' },
  refuses: ['last-owner', 'confirmation-required'],
  run: ({ context, caller, params, body, requestId }) =>
    changeMember(context, caller, params.person_id, body, requestId),
});

const remove = operation('DELETE /api/members/{person_id}', {
  name: 'removeMember',
  summary: 'Remove a member, or leave',
  description:
    'For owners and admins, and for everybody to leave. The API keys of the member are revoked. The last owner cannot leave.',
  access: member,
  limit: 'call',
  answers: { 204: 'Removed.' },
  refuses: ['last-owner', 'confirmation-required'],
  run: ({ context, caller, params, requestId }) => removeMember(context, caller, params.person_id, requestId),
});

const listOpen = operation('GET /api/members/invitations', {
  name: 'listInvitations',
  summary: 'List the open invitations of your account',
  access: member,
  answers: { 200: ['The invitations.', invitationList] },
  run: ({ context, caller }) => listInvitations(context, caller),
});

const inviter: Access = {
  check: (_context, caller) => {
    requireMember(caller, 'manage-members');
    requireActive(caller);
    refuseUnlessConfirmed(caller, Date.now());
  },
  refuses: [...member.refuses, 'confirmation-required'],
};

const invite = operation('POST /api/members/invitations', {
  name: 'inviteMember',
  summary: 'Invite somebody to your account',
  description:
    'For owners and admins; only owners invite owners. The link works once, for seven days. It is mailed if there is an address.',
  access: inviter,
  limit: 'call',
  body: newInvitationBody,
  answers: { 201: ['The invitation.', createdInvitation] },
  refuses: ['not-found'],
  run: async ({ context, caller, body, author, connection }) => {
    const { key: by } = requirePerson(caller);
    const account = await context.store.members.readAccount(caller.purse);
    const askedBy = hashOfNetwork(context.secret, connection.network);
    return inviteMember(context, { ...body, account, by, askedBy }, activeAuthor(author, caller));
  },
});

const withdraw = operation('DELETE /api/members/invitations/{invitation_id}', {
  name: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  access: member,
  limit: 'call',
  answers: { 204: 'Withdrawn. Its link no longer works.' },
  run: ({ context, caller, params, requestId }) =>
    withdrawInvitation(context, caller, params.invitation_id, requestId),
});

const show = openOperation('POST /api/invitation', {
  name: 'showInvitation',
  summary: 'Show what an invitation offers',
  description: 'Takes the token of the link, in the body so that it appears in no log.',
  body: invitationBody,
  answers: { 200: ['The invitation.', shownInvitation] },
  refuses: ['link-expired'],
  handle: async ({ context, connection, body }) => {
    await context.rateLimits.takeLookUp(connection.network);
    const { token } = readBody(invitationBody, (await body()) ?? {});
    const known = { caller: { kind: 'guest' as const }, bySession: false };
    return privateJson(known, await showInvitation(context, token, new Date()));
  },
});

const join = openOperation('POST /api/join', {
  name: 'joinAccount',
  summary: 'Join an account',
  description:
    'With the token of an invitation: as the person who is signed in, or, with an email address, a name and a password, as a new person, who is signed in by it.',
  body: joinBody,
  ownPages: true,
  identifies: true,
  answers: { 204: { says: 'Joined.', headers: cookie } },
  refuses: ['sign-in-required', 'link-expired', 'already-member', 'forbidden', 'account-suspended'],
  handle: async ({ context, request, connection, body, identify }) => {
    const { settings, secret, rateLimits } = context;
    await rateLimits.takeSignIn(connection.network);
    const given = (await body()) ?? {};
    const { requestId } = namesOf(request.headers);
    if (!('email' in given)) {
      const { caller } = await identify();
      const { token } = readBody(invitationBody, given);
      await joinAccount(context, caller, token, requestId);
      return privateNothing();
    }
    const wish = readBody(newcomerBody, given);
    const device = deviceName(request.headers.get('user-agent'));
    const history = guestHistoryOf(request, context);
    const token = await joinAsNewcomer(context, wish, { device, history, requestId, from: connection });
    return privateNothing({ 'set-cookie': setSessionCookie(token, secret, settings.isHttps) });
  },
});

export const members = {
  tag: 'Members',
  operations: [listAccounts, choose, rename, list, change, remove, listOpen, invite, withdraw, show, join],
} satisfies OperationGroup;
