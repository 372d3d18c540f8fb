import { z } from 'zod';
import { waysIn } from './people.ts';
import { memberRole, ownAccount } from './members.ts';

/** The roles of operators. What each may do: server/operator/rights.ts. */
export const operatorRole = z.enum(
  ['owner', 'publisher', 'finance', 'viewer'],
  'Expected owner, publisher, finance or viewer.',
);

export type OperatorRole = z.output<typeof operatorRole>;

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
      description:
        'Whether an operator has suspended the account: its members can still read, but cannot add anything.',
    }),
    closedAccount: z
      .string()
      .optional()
      .meta({ description: 'The name of the account that the person acted in until it was closed.' }),
    seeing: z
      .strictObject({
        until: z.iso.datetime(),
        by: z.string().meta({ description: 'The id of the operator.' }),
      })
      .nullable()
      .meta({ description: 'Set if an operator sees the account as its members do, until a time.' }),
    ended: waysIn.optional().meta({
      description: 'What a sign-in with a mailed code ended because it was the first proof of the address.',
    }),
    keptKeys: z.int().optional().meta({ description: 'How many API keys stay then.' }),
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

const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
];

const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** How a person recognises a device, such as "Firefox on Linux", from the header User-Agent. */
export function deviceName(userAgent: string | null): string {
  const nameIn = (table: [string, RegExp][]) => table.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A program on ${system}` : 'An unknown device');
}
