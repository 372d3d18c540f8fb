import { once } from 'node:events';
import { erasedPerson } from '../lib/account/personal-data.ts';
import { commandAuthor } from '../server/store/command-author.ts';
import type { PersonSummary } from '../server/store/people.ts';
import { endSessionsOf } from '../server/operator/end-sessions-of.ts';
import { erasePersonOf } from '../server/operator/erase-person.ts';
import { resetFactorsOf as resetFactorsChange } from '../server/operator/reset-factors-of.ts';
import { setOperatorRole } from '../server/operator/set-operator-role.ts';
import { listedPerson } from '../server/operator/list-people.ts';
import { exportPerson } from '../server/people/export-person.ts';
import { findPerson } from './find-person.ts';
import { withStore } from './open-data.ts';
import { operatorRoleOf } from './operators.ts';
import { operate, reasonOf, withPortal } from './operate.ts';
import { print } from './print.ts';
import { Refusal } from './refusal.ts';

const peopleAtOnce = 1_000;

type ListedPerson = Awaited<ReturnType<typeof readPeople>>[number];

/** The newest first. */
export function readPeople() {
  return withStore(async ({ people }) => {
    const all: PersonSummary[] = [];
    for (let before: number | undefined | null; before !== null; ) {
      const filter = { text: undefined, partsOfAddress: true, operators: false };
      const { rows, next } = await people.page(filter, { before, most: peopleAtOnce }, new Date());
      all.push(...rows);
      before = next;
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
      ? `${email} is no operator any more.\n`
      : `${email} is an operator (${operatorRole}).\n`;
  });
}

export function signOutPerson(text: string, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { id, email } = await findPerson(context.store, text);
    const { result } = await operate(context, endSessionsOf, { personId: id }, reason);
    const { ended } = result;
    return ended === 0 ? `${email} was not signed in.\n` : `Sessions of ${email} that ended: ${ended}.\n`;
  });
}

export function resetFactorsOf(text: string, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { id, email } = await findPerson(context.store, text);
    const { result } = await operate(context, resetFactorsChange, { personId: id }, reason);
    if (result.personId === null || !result.had)
      throw new Refusal(`${email} has no second factor and no passkeys. Nothing was changed.`);
    return `${email} signs in with the password alone until they add a second factor or a passkey again. All their sessions have ended.\n`;
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
