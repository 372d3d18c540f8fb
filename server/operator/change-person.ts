import { z } from 'zod';
import { comparisonKeyOf } from '../../lib/account/mail-address.ts';
import type { OperatorRole } from '../../lib/account/session.ts';
import type {
  newOperatorBody,
  erasureBody,
  roleBody,
  personAddressBody,
  personNameBody,
  PersonDetail,
  PersonList,
} from '../../lib/operator/people.ts';
import { personOrders } from '../../lib/operator/list-orders.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { filterText, orderedParameters, orderedWish } from '../list-parameters.ts';
import { addressChangedMail, addressTaken } from '../people/change-address.ts';
import { newPersonId } from '../people/registration.ts';
import { deleteFilesOf, erasedOrProblem, erasureOf } from '../people/export-person.ts';
import { listedSession } from '../people/sessions-of-person.ts';
import { newPasswordLink } from '../people/change-password.ts';
import { factorsChangedMail } from '../people/proofs/second-factor.ts';
import { type Operating, mayDo } from '../rights.ts';
import type { MailText } from '../store/messages/queue-mail.ts';
import type { PersonSummary } from '../store/people/read-people.ts';
import { addressFor } from './accounts.ts';
import type { OperatorChange } from './change.ts';

/** Creates an operator, who chooses a password with a link. */
export const createOperator: OperatorChange<
  z.output<typeof newOperatorBody>,
  'make-operator',
  Record<string, never>
> = {
  right: 'create-person',
  verb: 'make-operator',
  status: 201,
  prepare(_context, { email: { address, comparisonKey }, name, operatorRole: role }) {
    const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name };
    return Promise.resolve({ payload: { person, role, passwordHash: null, now: Date.now() }, given: {} });
  },
  answer({ made, personId }) {
    if (made) return { id: personId };
    throw invalidBody([
      {
        pointer: '/email',
        detail: `${personId} has this address and is an operator. For a new password, make a link to choose one.`,
      },
    ]);
  },
};

/** Ends all sessions of a person. */
export const endSessionsOf: OperatorChange<{ personId: string }, 'end-sessions', Record<string, never>> = {
  right: 'end-sessions',
  verb: 'end-sessions',
  status: 200,
  async prepare(context, { personId }) {
    const { key } = await requirePersonOf(context, personId);
    return { payload: { personKey: key, personId, which: 'all' }, given: {} };
  },
  answer: ({ ended }) => ({ ended }),
};

type Changed = { id: string };

/** Gives a person another name. */
export const renamePersonOf: OperatorChange<
  z.output<typeof personNameBody> & { personId: string },
  'rename-person',
  Changed
> = {
  right: 'change-person',
  verb: 'rename-person',
  status: 200,
  async prepare(context, { personId, name }) {
    const { id } = await requirePersonOf(context, personId);
    return { payload: { personId: id, name }, given: { id } };
  },
  answer({ outcome }, given) {
    if (outcome === 'unknown') throw new Problem('not-found', 'There is no such person.');
    return { ...given, changed: outcome === 'renamed' };
  },
};

/** Gives a person another address, which the operator vouches for. The old one is told. */
export const changeAddressOf: OperatorChange<
  z.output<typeof personAddressBody> & { personId: string },
  'change-address',
  Changed
> = {
  right: 'change-person',
  verb: 'change-address',
  status: 200,
  async prepare(context, { personId, email: { address, comparisonKey } }) {
    const { id } = await requirePersonOf(context, personId);
    const mail = addressChangedMail(context.settings.url);
    const payload = { personId: id, email: address, emailKey: comparisonKey, mail, now: Date.now() };
    return { payload, given: { id } };
  },
  answer({ outcome }, given) {
    if (outcome === 'unknown') throw new Problem('not-found', 'There is no such person.');
    if (outcome === 'taken') throw addressTaken('/email');
    return { ...given, changed: outcome === 'changed' };
  },
};

type Wish = z.output<typeof erasureBody> & { personId: string };

/** Erases a person, of whom a pseudonym is left. */
export const erasePersonOf: OperatorChange<Wish, 'erase-person', Record<string, never>> = {
  right: 'erase-person',
  verb: 'erase-person',
  status: 200,
  async prepare(context, { personId }) {
    return { payload: erasureOf(context, await requirePersonOf(context, personId)), given: {} };
  },
  answer: (result) => erasedOrProblem(result, 'This person is'),
  afterwards: deleteFilesOf,
};

type Given = { link: string; expiresAt: string };

/** Makes a link by which a person chooses a password. The portal also mails it. */
export const makePasswordLinkFor: OperatorChange<{ personId: string }, 'make-password-link', Given> = {
  right: 'make-password-link',
  verb: 'make-password-link',
  status: 200,
  async prepare(context, { personId }) {
    const { email } = await requirePersonOf(context, personId);
    const { link, payload } = newPasswordLink(context.settings.url, comparisonKeyOf(email));
    return { payload, given: { link, expiresAt: new Date(payload.expiresAt).toISOString() } };
  },
  answer({ personId }, given) {
    if (personId === null) throw new Problem('not-found', 'There is no such person.');
    return given;
  },
};

/** Removes the second factor and the passkeys of a person, who is told by mail. Their sessions end. */
export const resetFactorsOf: OperatorChange<{ personId: string }, 'reset-factors', Record<string, never>> = {
  right: 'reset-factors',
  verb: 'reset-factors',
  status: 200,
  async prepare(context, { personId }) {
    const { email } = await requirePersonOf(context, personId);
    const mail = factorsChangedMail('The second factor was reset by an operator', context.settings.url);
    return { payload: { emailKey: comparisonKeyOf(email), now: Date.now(), mail }, given: {} };
  },
  answer: (result) => ({ reset: result.personId !== null && result.had }),
};

type OperatorRoleWish = z.output<typeof roleBody> & { personId: string };
type OperatorRoleGiven = { operatorRole: OperatorRole | null };

/** Changes the role of a person. The portal keeps an owner. */
export const setOperatorRole: OperatorChange<OperatorRoleWish, 'set-operator-role', OperatorRoleGiven> = {
  right: 'set-operator-role',
  verb: 'set-operator-role',
  status: 200,
  async prepare(context, { personId, operatorRole }) {
    await requirePersonOf(context, personId);
    const mail = roleGivenMail(operatorRole, context.settings.url);
    return { payload: { personId, role: operatorRole, mail, now: Date.now() }, given: { operatorRole } };
  },
  answer({ outcome }, given) {
    if (outcome === 'last-owner')
      throw new Problem(
        'last-owner',
        'This person is the only owner. Give another person the role owner first.',
      );
    if (outcome === 'unknown') throw new Problem('not-found', 'There is no such person.');
    return given;
  },
};

function roleGivenMail(role: OperatorRole | null, url: string): MailText {
  return {
    subject: 'You are an operator of a Farebox portal',
    text: `You were given the role ${role} at the portal ${url}.

Choose a new password with a link that an operator makes for you.
`,
  };
}

/** A person, and where they are signed in. */
export async function readPerson(context: Context, id: string, caller: Operating): Promise<PersonDetail> {
  const person = await requirePersonOf(context, id);
  const { people, members } = context.store;
  const [rows, accounts] = await Promise.all([
    people.sessionsOf(person.key, new Date()),
    members.accountsOf(person.key),
  ]);
  const listed = listedPerson(person);
  const devices = rows.map((row) => listedSession(row, null));
  return { ...listed, email: addressFor(caller, listed.email), accounts, devices };
}

async function requirePersonOf({ store }: Pick<Context, 'store'>, id: string): Promise<PersonSummary> {
  const person = await store.people.summary(id, new Date());
  if (person) return person;
  throw new Problem('not-found', `There is no person ${JSON.stringify(id.slice(0, 100))}.`);
}

export const peopleQuery = z.object({
  q: filterText(
    'Only people with this id or address, or with this text in their name. For those who may export people, a part of an address is enough.',
  ),
  state: z
    .literal('operator', 'operator')
    .optional()
    .meta({ description: '`operator`: only people who have a role.' }),
  ...orderedParameters(personOrders),
});

type PeopleQuery = z.output<typeof peopleQuery>;

/** For those who may not export people. */
const mostShown = 100;

export async function listPeople(
  { store }: Context,
  { q, state, pageSize, ...query }: PeopleQuery,
  caller: Operating,
): Promise<PersonList> {
  const mayExport = mayDo(caller, 'export-people');
  const filter = { text: q, partsOfAddress: mayExport, operators: state === 'operator' };
  const wish = orderedWish({ ...query, pageSize: mayExport ? pageSize : Math.min(pageSize, mostShown) });
  const { rows, next } = await store.people.page(filter, wish, new Date());
  const list = rows.map(listedPerson).map((row) => ({ ...row, email: addressFor(caller, row.email) }));
  return { list, next };
}

export function listedPerson({
  key: _key,
  createdAt,
  erasedAt,
  lastSeenAt,
  ...row
}: PersonSummary): PersonList['list'][number] {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    erasedAt: erasedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
