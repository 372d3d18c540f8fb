import { z } from 'zod';
import { auditEntry } from '../audit/audit-entry.ts';
import { listedCall, refusedCallList } from '../call/call-list.ts';
import { watched } from './alerts.ts';
import { memberRole } from './members.ts';
import { operatorRole } from './session.ts';
import { mailAddress } from './people.ts';

const time = z.iso.datetime();
const account = z.strictObject({ id: z.string(), name: z.string() });
const cap = z.int().min(0).nullable();
const { person: _person, ...refusedCall } = refusedCallList.shape.list.element.shape;
const refusedCallOfPerson = z.strictObject({ account: z.string(), ...refusedCall });
/** Any JSON. */
const values = z.record(z.string(), z.unknown()).nullable();

/** All that the portal stores of a person, without secrets: the response of the exports. */
export const personalData = z
  .strictObject({
    exportedAt: time,
    person: z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      operatorRole: operatorRole.nullable(),
      hasPassword: z.boolean(),
      createdAt: time,
    }),
    sessions: z.array(
      z.strictObject({ id: z.string(), device: z.string(), createdAt: time, lastSeenAt: time }),
    ),
    secondFactor: z.strictObject({
      enabledAt: time.nullable(),
      recoveryCodesLeft: z.int().min(0),
    }),
    passkeys: z.array(
      z.strictObject({ id: z.string(), name: z.string(), createdAt: time, lastUsedAt: time.nullable() }),
    ),
    identities: z
      .array(
        z.strictObject({
          id: z.string(),
          issuer: z.string(),
          subject: z.string(),
          createdAt: time,
          lastUsedAt: time.nullable(),
        }),
      )
      .meta({ description: 'The identities with which the person signs in elsewhere.' }),
    memberships: z
      .array(
        z.strictObject({
          account,
          role: memberRole,
          joinedAt: time,
          removedAt: time.nullable(),
          caps: z.strictObject({ day: cap, month: cap, total: cap }),
          spending: z.array(z.strictObject({ day: z.string(), credits: z.int() })),
        }),
      )
      .meta({ description: 'Also those that have ended.' }),
    apiKeys: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        hint: z.string(),
        account,
        createdAt: time,
        lastUsedAt: time.nullable(),
        expiresAt: time.nullable(),
        revokedAt: time.nullable(),
      }),
    ),
    alerts: z
      .array(z.strictObject({ id: z.string(), account, watches: watched, credits: z.int(), createdAt: time }))
      .meta({ description: 'Those that send an email to the person.' }),
    invitations: z
      .array(
        z.strictObject({
          id: z.string(),
          account,
          role: memberRole,
          createdAt: time,
          expiresAt: time,
          usedAt: time.nullable(),
        }),
      )
      .meta({ description: 'Those that were mailed to the address.' }),
    mails: z
      .array(z.strictObject({ id: z.string(), kind: z.string(), createdAt: time, sentAt: time.nullable() }))
      .meta({ description: 'Without their texts, because some sign in.' }),
    acceptedTerms: z
      .array(
        z.strictObject({ account, page: z.string(), title: z.string(), version: z.int(), acceptedAt: time }),
      )
      .meta({ description: 'The versions of pages that the person accepted for accounts.' }),
    refusedCalls: z.array(refusedCallOfPerson).meta({
      description: 'Of the last 1,000 of each account, those that the person made as a member.',
    }),
    calls: z.array(z.strictObject({ account: z.string().nullable(), ...listedCall.shape })).meta({
      description:
        'The calls of the person as a member, and those of their browser as a guest, which have no account. Each has a receipt.',
    }),
    auditEntries: z.array(z.strictObject({ ...auditEntry.shape, before: values, after: values })).meta({
      description: 'What the person or their API keys changed, and what was changed of the person.',
    }),
  })
  .meta({ id: 'PersonalData' });

export type PersonalData = z.output<typeof personalData>;

/** The body of `POST /api/person/erasure`. */
export const ownErasureBody = z.strictObject({
  email: mailAddress.meta({ description: 'Your own address, so that nobody is erased by mistake.' }),
});

/** The response of an erasure. */
export const erasedPerson = z
  .strictObject({
    id: z.string(),
    closedAccounts: z.array(z.string()).meta({ description: 'Ids of accounts that had no other member.' }),
    leftAccounts: z.array(z.string()),
    revokedKeys: z.int().min(0),
  })
  .meta({ id: 'ErasedPerson' });

export type ErasedPerson = z.output<typeof erasedPerson>;
