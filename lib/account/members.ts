import { z } from 'zod';
import { nameInMail } from '../text/names.ts';
import { creditsFault } from '../text/typed-credits.ts';
import { mailAddress, newPassword, personName, token } from './people.ts';
import { memberRoles } from './roles.ts';

/** A role, from outside. */
export const memberRole = z.enum(memberRoles, 'Expected owner, admin, member, billing or viewer.');

/** An account of a person. */
export const ownAccount = z.strictObject({ id: z.string(), name: z.string(), role: memberRole });

/** The response of `GET /api/accounts`. */
export const ownAccountList = z
  .strictObject({ list: z.array(ownAccount) })
  .meta({ id: 'OwnAccountList', description: 'The accounts of the person who is signed in, by name.' });

/** The body of `POST /api/session/account`. */
export const chooseAccountBody = z.strictObject({
  account: z.string('Expected the id of an account.').max(100, 'This is too long to be an id.'),
});

const cap = z.int({ error: creditsFault }).min(0, 'Enter 0 or more credits.').nullable().optional();

const caps = z.strictObject({ day: cap, month: cap, total: cap }).meta({
  description:
    'Spending limits in credits: per day and per month (UTC), and in total. They hold for all keys of the member together, and for calls without a key.',
});

/** The body of `POST /api/members/invitations`. */
export const newInvitationBody = z.strictObject({
  role: memberRole,
  caps: caps.optional(),
  email: mailAddress.optional().meta({ description: 'Where the link is emailed.' }),
});

export type NewInvitation = z.output<typeof newInvitationBody>;

/** The response of `POST /api/members/invitations`. */
export const createdInvitation = z
  .strictObject({
    id: z.string(),
    link: z.string().meta({ description: 'For the person who is invited. Shown only once.' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'CreatedInvitation' });

/** The body of `POST /api/members/{person_id}`. What is left out stays as it is. */
export const memberChangesBody = z.strictObject({ role: memberRole.optional(), caps: caps.optional() });

export type MemberChanges = z.output<typeof memberChangesBody>;

const givenCaps = z.strictObject({
  day: z.int().nullable(),
  month: z.int().nullable(),
  total: z.int().nullable(),
});

const spending = z.strictObject({
  cap: z.int().min(0).nullable(),
  spent: z.int().min(0).meta({ description: 'Spent or on hold this day or month, or in total.' }),
});

const member = z.strictObject({
  person: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  role: memberRole,
  joinedAt: z.iso.datetime(),
  spending: z.strictObject({ day: spending, month: spending, total: spending }),
});

export type Member = z.output<typeof member>;

/** The response of `GET /api/members`. */
export const memberList = z
  .strictObject({ list: z.array(member), total: z.int().min(0) })
  .meta({ id: 'MemberList', description: 'The members of the account; at most 500, the first ones first.' });

export type MemberList = z.output<typeof memberList>;

const invitation = z.strictObject({
  id: z.string(),
  role: memberRole,
  caps: givenCaps,
  email: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

/** The response of `GET /api/members/invitations`. */
export const invitationList = z.strictObject({ list: z.array(invitation) }).meta({
  id: 'InvitationList',
  description:
    'The invitations that can be used, the newest first. One ends when its sender may no longer invite.',
});

export type InvitationList = z.output<typeof invitationList>;

const invitationToken = token.meta({ description: 'From the link of an invitation.' });

/** The body of `POST /api/invitation`. */
export const invitationBody = z.strictObject({ token: invitationToken });

/** The response of `POST /api/invitation`. */
export const shownInvitation = z
  .strictObject({
    account: z.strictObject({ name: z.string() }),
    role: memberRole,
    caps: givenCaps,
    email: z.string().nullable(),
    expiresAt: z.iso.datetime(),
    takesNewPeople: z.boolean().meta({ description: 'Whether somebody without a profile can join with it.' }),
  })
  .meta({ id: 'ShownInvitation', description: 'What the link of an invitation offers.' });

export type ShownInvitation = z.output<typeof shownInvitation>;

export const newcomerBody = z.strictObject({
  token: invitationToken,
  email: mailAddress,
  name: personName,
  password: newPassword,
});

/** The body of `POST /api/join`. */
export const joinBody = z.union([newcomerBody, invitationBody]);

/** The subject of the mails that invite to an account. No two accounts have the same name. */
export function invitationSubject(account: string): string {
  return `Join ${nameInMail(account)} on Farebox`;
}
