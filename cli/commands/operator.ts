import { type OperatorRole, operatorRole } from '../../lib/account/operator-role.ts';
import { mailAddress, mailAddressKey } from '../../lib/account/mail-address.ts';
import { newPersonId } from '../../server/people/claim-portal.ts';
import { newLinkToken } from '../../server/people/link-token.ts';
import type { Store } from '../../server/store/store.ts';
import { command, commandGroup } from '../command.ts';
import { withStore } from '../open-data.ts';
import { print, printNote } from '../print.ts';
import { Refusal } from '../refusal.ts';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

const createOperator = command('create', {
  summary: 'Create an operator who signs in with an email address',
  description:
    'Create an operator. A link to choose a password is printed to standard output: whoever opens it first is that operator.',
  examples: ['operator create ada@example.com', 'operator create bob@example.com --role viewer'],
})
  .argument('<EMAIL>', 'The email address', emailAddress)
  .option('--name <NAME>', 'The name of the person (default: the part of the address before the @)')
  .option('--role <ROLE>', `${operatorRole.options.join(', ')} (default: owner)`, roleOf)
  .action(async (email, { name = email.split('@')[0] ?? email, role = 'owner' }) => {
    const emailKey = mailAddressKey(email);
    const link = await withStore(async (store) => {
      const person = { id: newPersonId(), email, emailKey, name };
      const wish = { person, role, passwordHash: null, now: Date.now() };
      const { made, personId } = await store.writer.run('make-operator', wish);
      if (!made)
        throw new Refusal(
          `${email} is an operator already (${personId}). To choose a new password: farebox operator link ${email}`,
        );
      return makeLink(store, email);
    });
    print(`${link}\n`);
    printNote(`${email} is an operator (${role}). The link works once, for seven days.\n`);
  });

const linkOperator = command('link', {
  summary: 'Print a link by which a person chooses a new password',
  examples: ['operator link ada@example.com'],
})
  .argument('<EMAIL>', 'The email address of the person', emailAddress)
  .action(async (email) => {
    const link = await withStore((store) => makeLink(store, email));
    print(`${link}\n`);
    printNote('The link works once, for seven days. Earlier links of this person have ended.\n');
  });

async function makeLink({ writer }: Store, email: string): Promise<string> {
  const { readSettings } = await import('../../server/env.ts');
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const wish = { emailKey: mailAddressKey(email), hash, now, expiresAt: now + lifetimeMs };
  const { personId } = await writer.run('make-password-link', wish);
  if (personId === null)
    throw new Refusal(
      `Nobody has the address ${email}. To create an operator: farebox operator create ${email}`,
    );
  return `${readSettings().url}/password#${token}`;
}

export const operator = commandGroup('operator', 'Create operators, and links to choose a password', [
  createOperator,
  linkOperator,
]);

function emailAddress(text: string): string {
  const parsed = mailAddress.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Refusal(
    `${JSON.stringify(text.slice(0, 100))} is not an email address, such as ada@example.com.`,
  );
}

function roleOf(text: string): OperatorRole {
  const parsed = operatorRole.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Refusal(`A role is one of ${operatorRole.options.join(', ')}, not ${JSON.stringify(text)}.`);
}
