import { command, commandGroup } from '../command.ts';
import { withStore } from '../open-data.ts';
import { print, printNote } from '../print.ts';

const createOperator = command('create', {
  summary: 'Create an operator who signs in with an email address',
  description:
    'Create an operator. A link to choose a password is printed to standard output: the first person who opens it is that operator.',
  examples: ['operator create ada@example.com', 'operator create bob@example.com --role viewer'],
})
  .argument('<EMAIL>', 'The email address')
  .option('--name <NAME>', 'The name of the person (default: the part of the address before the @)')
  .option('--role <ROLE>', 'owner, publisher, finance or viewer', 'owner')
  .action(async (email, { name, role }) => {
    const { createOperator: create } = await import('../operators.ts');
    print(`${await withStore((store) => create(store, { email, name, role }))}\n`);
    printNote(
      `${email} is an operator (${role}). The link works once, for seven days. The portal also mails it.\n`,
    );
  });

const linkOperator = command('link', {
  summary: 'Print a link by which a person chooses a new password',
  examples: ['operator link ada@example.com'],
})
  .argument('<EMAIL>', 'The email address of the person')
  .action(async (email) => {
    const { makePasswordLink } = await import('../operators.ts');
    print(`${await withStore((store) => makePasswordLink(store, email))}\n`);
    printNote(
      'The link works once, for seven days, and the portal also mails it. Earlier links of this person have ended.\n',
    );
  });

export const operator = commandGroup('operator', 'Create operators, and links to choose a password', [
  createOperator,
  linkOperator,
]);
