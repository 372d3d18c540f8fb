import { z } from 'zod';
import { mailAddress, personName, sessionList } from '../account/people.ts';
import { ownAccount } from '../account/members.ts';
import { operatorRole } from '../account/session.ts';
import { nextInOrder, reason, requiredReason } from './accounts.ts';

const listedPerson = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  operatorRole: operatorRole.nullable(),
  hasPassword: z.boolean().meta({ description: 'False until the person has chosen one with a link.' }),
  addressProven: z.boolean().meta({
    description: 'False until the first emailed code or link is used, which ends earlier ways to sign in.',
  }),
  createdAt: z.iso.datetime(),
  erasedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Since when only a pseudonym is left, and no address.' }),
  sessions: z.int().min(0).meta({ description: 'Where the person is signed in.' }),
  lastSeenAt: z.iso.datetime().nullable().meta({ description: 'Of these sessions, exact to an hour.' }),
});

/** The response of `GET /api/operator/people`. */
export const personList = z
  .strictObject({ list: z.array(listedPerson), next: nextInOrder })
  .meta({ id: 'PersonList', description: 'The newest first, or as `sort` says.' });

export type PersonList = z.output<typeof personList>;

/** The response of `GET /api/operator/people/{person_id}`. */
export const personDetail = z
  .strictObject({
    ...listedPerson.shape,
    accounts: z.array(ownAccount),
    devices: sessionList.shape.list,
  })
  .meta({ id: 'PersonDetail' });

export type PersonDetail = z.output<typeof personDetail>;

/** The body of `POST /api/operator/people`. */
export const newOperatorBody = z.strictObject({
  email: mailAddress,
  name: personName,
  operatorRole: operatorRole,
  reason,
});

export const createdPerson = z.strictObject({ id: z.string() }).meta({ id: 'CreatedPerson' });

/** The body of `POST /api/operator/people/{person_id}/role`. */
export const roleBody = z.strictObject({
  operatorRole: operatorRole.nullable().meta({ description: 'Null: the person is no longer an operator.' }),
  reason,
});

export const changedRole = z
  .strictObject({ operatorRole: operatorRole.nullable() })
  .meta({ id: 'ChangedRole' });

/** The body of `POST /api/operator/people/{person_id}/name`. */
export const personNameBody = z.strictObject({ name: personName, reason: requiredReason });

/** The body of `POST /api/operator/people/{person_id}/address`. */
export const personAddressBody = z.strictObject({ email: mailAddress, reason: requiredReason });

/** `changed`: false if it was so already. */
export const changedPerson = z
  .strictObject({ id: z.string(), changed: z.boolean() })
  .meta({ id: 'ChangedPerson' });

export const endedSessions = z.strictObject({ ended: z.int().min(0) }).meta({ id: 'EndedSessions' });

/** `reset`: whether there was a second factor or a passkey. */
export const resetFactors = z.strictObject({ reset: z.boolean() }).meta({ id: 'ResetFactors' });

/** The body of `POST /api/operator/people/{person_id}/erasure`. */
export const erasureBody = z.strictObject({ reason: requiredReason });

/** The body of changes that need nothing but a reason. */
export const reasonBody = z.strictObject({ reason });

export const passwordLink = z
  .strictObject({
    link: z.string().meta({ description: 'Works once. The portal also emails it.' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'PasswordLink' });

/** An address that only says who is meant to those who know it: `a…@example.com`. */
export function maskedAddress(address: string): string {
  return address.replace(/^(.).*(?=@)/, '$1…');
}
