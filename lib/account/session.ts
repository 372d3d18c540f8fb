import { z } from 'zod';
import { memberRole } from './member-role.ts';
import { ownAccount } from './members.ts';
import { operatorRole } from './operator-role.ts';

/** The response of `GET /api/session`. */
export const sessionSchema = z
  .strictObject({
    kind: z.enum(['guest', 'account']),
    account: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    key: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        hint: z.string().meta({ description: 'The last characters of the key.' }),
      })
      .nullable()
      .meta({ description: 'The API key that identifies the caller.' }),
    person: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        operatorRole: operatorRole.nullable(),
      })
      .nullable()
      .meta({ description: 'Who is signed in with an email address.' }),
    role: memberRole
      .nullable()
      .meta({ description: 'Of the person in the account; null for keys that belong to no person.' }),
    accounts: z.array(ownAccount).meta({ description: 'The accounts of the person who is signed in.' }),
    operator: z.boolean(),
    suspended: z.boolean().meta({
      description: 'Whether an operator has suspended the account: its members still read, and add nothing.',
    }),
    seeing: z
      .strictObject({ until: z.iso.datetime() })
      .nullable()
      .meta({ description: 'Set if an operator sees the account as its members do, until a time.' }),
  })
  .meta({ id: 'Session', description: 'The current caller.' });

export type Session = z.output<typeof sessionSchema>;

export const guestSession: Session = {
  kind: 'guest',
  account: null,
  key: null,
  person: null,
  role: null,
  accounts: [],
  operator: false,
  suspended: false,
  seeing: null,
};
