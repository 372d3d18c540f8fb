import { once } from 'node:events';
import { erasedPerson } from '../../lib/account/personal-data.ts';
import { type OperatorRole, operatorRole } from '../../lib/account/session.ts';
import {
  endSessionsOf,
  erasePersonOf,
  resetFactorsOf as resetFactorsChange,
  setOperatorRole,
  listedPerson,
  createOperator as createOperatorChange,
  makePasswordLinkFor,
} from '../../server/operator/change-person.ts';
import type { ChangeContext } from '../../server/operator/change.ts';
import { exportPerson } from '../../server/people/export-person.ts';
import { commandAuthor } from '../../server/store/author.ts';
import { newest } from '../../server/store/order-rows.ts';
import type { PersonSummary } from '../../server/store/people/read-people.ts';
import type { Store } from '../../server/store/store.ts';
import { emailAddress, withStore, operate, reasonOf, withPortal } from '../operate.ts';
import { print, Refusal } from '../print.ts';

const peopleAtOnce = 1_000;

type ListedPerson = Awaited<ReturnType<typeof readPeople>>[number];

/** The newest first. */
export function readPeople() {
  return withStore(async ({ people }) => {
    const all: PersonSummary[] = [];
    for (let last: PersonSummary | undefined, hasMore = true; hasMore; last = all.at(-1)) {
      const filter = { text: undefined, partsOfAddress: true, operators: false };
      const { rows, next } = await people.page(filter, newest(peopleAtOnce, last?.key), new Date());
      all.push(...rows);
      hasMore = next !== null;
    }
    return all.map(listedPerson);
  });
}

export function personRow({ id, name, email, operatorRole, sessions, createdAt, erasedAt }: ListedPerson) {
  return {
    ID: id,
    NAME: name,
    EMAIL: erasedAt === null ? email : `erased ${erasedAt.slice(0, 10)}`,
    OPERATOR: operatorRole ?? '',
    SESSIONS: String(sessions),
    CREATED: createdAt.slice(0, 10),
  };
}

/** `role`: a role of operators, or "none". */
export function changeOperatorRole(text: string, role: string, reason: string | undefined): Promise<string> {
  const operatorRole = role === 'none' ? null : operatorRoleOf(role);
  return withPortal(async (context) => {
    const { id, email } = await findPerson(context.store, text);
    await operate(context, setOperatorRole, { personId: id, operatorRole }, reason);
    return operatorRole === null
      ? `${email} is no longer an operator.\n`
      : `${email} is an operator (${operatorRole}).\n`;
  });
}

export function signOutPerson(text: string, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { id, email } = await findPerson(context.store, text);
    const { result } = await operate(context, endSessionsOf, { personId: id }, reason);
    const { ended } = result;
    return ended === 0 ? `${email} was not signed in.\n` : `Ended sessions of ${email}: ${ended}.\n`;
  });
}

export function resetFactorsOf(text: string, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { id, email } = await findPerson(context.store, text);
    const { result } = await operate(context, resetFactorsChange, { personId: id }, reason);
    if (result.personId === null || !result.had)
      throw new Refusal(`${email} has no second factor and no passkeys. Nothing was changed.`);
    return `${email} signs in with only the password until they add a second factor or a passkey again. All their sessions have ended.\n`;
  });
}

/** Prints as it reads: a person may have made a great many calls. */
export function printPerson(text: string, reason: string | undefined): Promise<void> {
  return withPortal(async (context) => {
    const author = commandAuthor(reason === undefined ? null : reasonOf(reason));
    const { id } = await findPerson(context.store, text);
    for await (const piece of await exportPerson(context, id, author))
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    print('\n');
  });
}

export function erasePerson(text: string, reason: string): Promise<string> {
  return withPortal(async (context) => {
    const { id, email } = await findPerson(context.store, text);
    const { answer } = await operate(context, erasePersonOf, { personId: id, reason }, reason);
    const { revokedKeys, closedAccounts } = erasedPerson.parse(answer);
    return `${email} is erased. What they did is kept under the pseudonym ${id}. API keys revoked: ${revokedKeys}. Accounts closed: ${closedAccounts.length}.\n`;
  });
}

interface FoundPerson {
  id: string;
  email: string;
}

/** Finds a person by their address or their id. */
export async function findPerson({ people }: Pick<Store, 'people'>, text: string): Promise<FoundPerson> {
  const isId = text.startsWith('per_') && !text.includes('@');
  const found = isId
    ? await people.summary(text, new Date())
    : await people.findByEmail(emailAddress(text).comparisonKey);
  if (found) return found;
  const what = isId ? 'id' : 'address';
  throw new Refusal(`Nobody has the ${what} ${text}. "farebox person list" lists all people.`);
}

interface NewOperator {
  email: string;
  /** Default: the part of the address before the @. */
  name?: string | undefined;
  role: string;
  reason?: string | undefined;
}

/** Creates an operator. Returns a link by which they choose a password. */
export function createOperator({ email: given, name, role, reason }: NewOperator): Promise<string> {
  const [email, asked] = [emailAddress(given), operatorRoleOf(role)];
  const { address } = email;
  const wish = { email, operatorRole: asked, name: name ?? address.slice(0, address.indexOf('@')) };
  return withPortal(async (context) => {
    const { result } = await operate(context, createOperatorChange, wish, reason);
    return linkFor(context, result.personId, reason);
  });
}

/** A link by which a person chooses a password. The portal mails it, too. */
export function makePasswordLink(text: string, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { id } = await findPerson(context.store, text);
    return linkFor(context, id, reason);
  });
}

async function linkFor(context: ChangeContext, personId: string, reason: string | undefined) {
  return (await operate(context, makePasswordLinkFor, { personId }, reason)).given.link;
}

export function operatorRoleOf(text: string): OperatorRole {
  const parsed = operatorRole.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Refusal(`A role is one of ${operatorRole.options.join(', ')}, not ${JSON.stringify(text)}.`);
}
