import { z } from 'zod';
import { apiKeyList, newKeyBody, spendingLimits } from '../account/api-keys.ts';
import { creditAccount } from '../account/credit-account.ts';
import { invitationList, memberList, newInvitationBody } from '../account/members.ts';
import { grantKinds } from '../ledger/purse.ts';
import { isFitForName, unfitForName } from '../text/names.ts';
import { creditsFault } from '../text/typed-credits.ts';

export const longestReason = 500;

const text = z
  .string('Enter a reason.')
  .trim()
  .min(1, 'Enter a reason.')
  .max(longestReason, `A reason can have at most ${longestReason} characters.`)
  .refine(isFitForName, unfitForName('A reason'));

const meta = { description: 'Why, for the audit log.' };

/** The reason of a change of money, or of one that cannot be undone. */
export const requiredReason = text.meta(meta);

export const reason = text.optional().meta(meta);

const longestName = 100;

const accountName = z
  .string('Enter a name for the account.')
  .trim()
  .min(1, 'Enter a name for the account.')
  .max(longestName, `The name can have at most ${longestName} characters.`)
  .refine(isFitForName, unfitForName('The name'))
  .refine((text) => !text.startsWith('acc_'), 'The name cannot begin with acc_, which is reserved for ids.');

/** The body of `POST /api/operator/accounts`. */
export const newAccountBody = z.strictObject({
  name: accountName,
  credits: z
    .int({ error: creditsFault })
    .min(0, 'Enter at least 0 credits.')
    .optional()
    .meta({ description: 'The starting credits; 0 if left out.' }),
  reason,
});

/** The body of `POST /api/operator/accounts/{account_id}/name`. */
export const accountNameBody = z.strictObject({ name: accountName, reason });

/** The body of `PATCH /api/account`. */
export const ownAccountBody = z.strictObject({ name: accountName });

export const renamedAccount = z
  .strictObject({ id: z.string(), name: z.string() })
  .meta({ id: 'RenamedAccount' });

export const createdAccount = z
  .strictObject({ id: z.string(), name: z.string(), balance: z.int() })
  .meta({ id: 'CreatedAccount' });

const accountId = z.string('Enter the id of an account.').meta({ description: 'Id of the account.' });

/** The body of `POST /api/operator/grants`. */
export const grantBody = z.strictObject({
  accountId,
  credits: z
    .int({ error: creditsFault })
    .refine((credits) => credits !== 0, 'Enter a number of credits other than 0.')
    .meta({ description: 'Added to the balance. Below 0: a correction, which takes credits away.' }),
  reason: requiredReason,
  callId: z
    .string()
    .optional()
    .meta({ description: 'The call that the credits are a refund of, up to what it cost.' }),
});

export const grantedCredits = z
  .strictObject({
    balance: z.int(),
    held: z.int().min(0),
    available: z.int(),
    entry: z.strictObject({
      id: z.int(),
      amount: z.int(),
      kind: z.enum(grantKinds),
      at: z.iso.datetime(),
      reason: z.string(),
    }),
  })
  .meta({ id: 'GrantedCredits', description: 'The balance after the grant, and its entry in the ledger.' });

/** The body of `POST /api/operator/accounts/{account_id}/suspension`. */
export const suspensionBody = z.strictObject({
  suspended: z
    .boolean('Expected true or false.')
    .meta({ description: 'true: its API keys are refused at once. false: they work again.' }),
  reason,
});

/** The body of `POST /api/operator/accounts/{account_id}/closure`. */
export const closureBody = z.strictObject({
  closed: z
    .boolean('Expected true or false.')
    .meta({ description: 'true: its members and API keys end. false: it is open again, without them.' }),
  reason: requiredReason,
});

export const closure = z.strictObject({ closed: z.boolean() }).meta({ id: 'Closure' });

export const suspension = z.strictObject({ suspended: z.boolean() }).meta({ id: 'Suspension' });

const cap = z.int({ error: creditsFault }).min(0, 'Enter 0 or more credits.').nullable().optional();

/** The body of `POST /api/operator/accounts/{account_id}/caps`. What is left out stays as it is. */
export const accountCapsBody = z.strictObject({
  caps: z
    .strictObject({ day: cap, month: cap, total: cap }, 'Enter at least one limit.')
    .refine((caps) => Object.keys(caps).length > 0, 'Enter at least one limit.')
    .meta({
      description:
        'Spending limits in credits: per day and per month (UTC), and in total; null removes one. What is left out stays as it is.',
    }),
  reason: requiredReason,
});

export const accountCaps = z
  .strictObject({
    caps: z.strictObject({
      day: z.int().min(0).nullable(),
      month: z.int().min(0).nullable(),
      total: z.int().min(0).nullable(),
    }),
  })
  .meta({ id: 'AccountCaps', description: 'The limits that are in force.' });

/** The body of `POST /api/operator/accounts/{account_id}/see-as`. */
export const seeAsBody = z.strictObject({ reason: requiredReason });

export const seenAccountNow = z
  .strictObject({
    account: z.strictObject({ id: z.string(), name: z.string() }),
    until: z.iso.datetime().meta({ description: 'When it ends automatically.' }),
  })
  .meta({ id: 'SeenAccount' });

export type SeenAccountNow = z.output<typeof seenAccountNow>;

/** The response of `POST /api/operator/see-as/end`. */
export const endedSeeAs = z
  .strictObject({
    accountId: z.string().nullable().meta({ description: 'The account that was seen; null if none was.' }),
  })
  .meta({ id: 'EndedSeeAs' });

/** The body of `POST /api/operator/accounts/{account_id}/invitations`. */
export const operatorInvitationBody = z.strictObject({ ...newInvitationBody.shape, reason });

/** The body of `POST /api/operator/accounts/{account_id}/keys`. */
export const newAccountKeyBody = z.strictObject({ ...newKeyBody.shape, reason });

const listedAccount = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  suspendedAt: z.iso.datetime().nullable().meta({ description: 'A closed account is suspended, too.' }),
  closedAt: z.iso.datetime().nullable(),
  balance: z.int(),
  held: z.int().min(0),
  available: z.int(),
  keys: z.int().min(0).meta({ description: 'API keys that are not revoked.' }),
  spent: z.int().meta({ description: 'Credits for calls that ended in this month (UTC).' }),
  lastCallOn: z.iso
    .date()
    .nullable()
    .meta({ description: 'The day (UTC) of the last call that has ended. Null without one.' }),
});

/** For the parameter `before`, to continue the list. */
export const nextPage = z
  .int()
  .nullable()
  .meta({ description: 'Sent back as `before`, it continues the list. Null at the end.' });

/** The same of a list with an order. */
export const nextInOrder = z.union([z.int(), z.string()]).nullable().meta({
  description: 'Sent back as `before`, in the same order, it continues the list. Null at the end.',
});

/** The response of `GET /api/operator/accounts`. */
export const accountList = z
  .strictObject({ list: z.array(listedAccount), next: nextInOrder })
  .meta({ id: 'AccountList', description: 'The newest first, or as `sort` says.' });

export type AccountList = z.output<typeof accountList>;

/** The response of `GET /api/operator/accounts/{account_id}`. */
export const accountDetail = z
  .strictObject({
    ...listedAccount.shape,
    limits: spendingLimits.nullable().meta({ description: 'Null for an account without a limit.' }),
    members: memberList.shape.list.meta({ description: 'At most 500, the first ones first.' }),
    invitations: invitationList.shape.list.meta({ description: 'Those that can be used, the newest first.' }),
    apiKeys: apiKeyList.shape.list.meta({ description: 'At most 200, active ones first.' }),
    entries: creditAccount.shape.entries.meta({ description: 'The newest entries of the ledger.' }),
    usage: creditAccount.shape.usage.meta({ description: 'Usage of the last 31 days (UTC), newest first.' }),
  })
  .meta({ id: 'AccountDetail' });

export type AccountDetail = z.output<typeof accountDetail>;
