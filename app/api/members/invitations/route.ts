import { z } from 'zod';
import { newInvitationBody } from '../../../../lib/account/members.ts';
import { authorOf } from '../../../../server/callers/caller.ts';
import { activeAuthor } from '../../../../server/callers/member-author.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { ownRead } from '../../../../server/http/own-read.ts';
import { privateJson } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { inviteMember } from '../../../../server/members/invite-member.ts';
import { listInvitations } from '../../../../server/members/list-invitations.ts';
import { refuseUnlessConfirmed } from '../../../../server/people/refuse-unless-confirmed.ts';
import { hashOfNetwork } from '../../../../server/people/mail-code.ts';
import { requireMember } from '../../../../server/members/own-membership.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(listInvitations),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      const { caller } = identity;
      const { key: by } = requireMember(caller, 'manage-members');
      const author = activeAuthor(authorOf(caller, namesOf(request.headers).requestId), caller);
      refuseUnlessConfirmed(caller, Date.now());
      await context.rateLimits.takeCall(caller, connection.network);
      const wish = readBody(newInvitationBody, (await body()) ?? {});
      const account = await context.store.members.readAccount(caller.purse);
      const askedBy = hashOfNetwork(context.secret, connection.network);
      const created = await inviteMember(context, { ...wish, account, by, askedBy }, author);
      return privateJson(identity, created, { status: 201 });
    },
  }),
);
