import { type MailAddress, parseMailAddress } from '../lib/account/mail-address.ts';
import { type OperatorRole, operatorRole } from '../lib/account/operator-role.ts';
import { readSettings } from '../server/env.ts';
import { newPersonId } from '../server/people/claim-portal.ts';
import { newPasswordLink } from '../server/people/new-password-link.ts';
import type { Store } from '../server/store/store.ts';
import { Refusal } from './refusal.ts';

interface NewOperator {
  email: string;
  /** Default: the part of the address before the @. */
  name?: string | undefined;
  role: string;
}

/** Creates an operator. Returns a link by which they choose a password. */
export async function createOperator(
  store: Store,
  { email: given, name, role: asked }: NewOperator,
): Promise<string> {
  const [email, role] = [emailAddress(given), roleOf(asked)];
  const person = {
    ...{ id: newPersonId(), email: email.address, emailKey: email.comparisonKey },
    name: name ?? email.address.slice(0, email.address.indexOf('@')),
  };
  const wish = { person, role, passwordHash: null, now: Date.now() };
  const { made, personId } = await store.writer.run('make-operator', wish);
  if (!made)
    throw new Refusal(
      `${given} is an operator already (${personId}). To choose a new password: farebox operator link ${given}`,
    );
  return makePasswordLink(store, given);
}

/** A link by which a person chooses a password. The portal mails it, too. */
export async function makePasswordLink({ writer }: Store, given: string): Promise<string> {
  const email = emailAddress(given);
  const { link, payload } = newPasswordLink(readSettings().url, email.comparisonKey);
  const { personId } = await writer.run('make-password-link', payload);
  if (personId === null)
    throw new Refusal(
      `Nobody has the address ${given}. To create an operator: farebox operator create ${given}`,
    );
  return link;
}

export function emailAddress(text: string): MailAddress {
  const parsed = parseMailAddress(text);
  if (parsed) return parsed;
  throw new Refusal(
    `${JSON.stringify(text.slice(0, 100))} is not an email address, such as ada@example.com.`,
  );
}

function roleOf(text: string): OperatorRole {
  const parsed = operatorRole.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Refusal(`A role is one of ${operatorRole.options.join(', ')}, not ${JSON.stringify(text)}.`);
}
