import { type OperatorRole, operatorRole } from '../lib/account/operator-role.ts';
import type { ChangeContext } from '../server/operator/change.ts';
import { createOperator as createOperatorChange } from '../server/operator/create-operator.ts';
import { makePasswordLinkFor } from '../server/operator/make-password-link-for.ts';
import { emailAddress } from './email-address.ts';
import { findPerson } from './find-person.ts';
import { operate, withPortal } from './operate.ts';
import { Refusal } from './refusal.ts';

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
