import { personHelp, reasonHelp } from '../argument-help.ts';
import { command, commandGroup } from '../command.ts';
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
  .option('--reason <TEXT>', reasonHelp)
  .action(async (email, { name, role, reason }) => {
    const { createOperator: create } = await import('../operators.ts');
    print(`${await create({ email, name, role, reason })}\n`);
    printNote(
      `${email} is an operator (${role}). The link works once, for seven days. The portal also mails it.\n`,
    );
  });

const linkOperator = command('link', {
  summary: 'Print a link by which a person chooses a new password',
  examples: ['operator link ada@example.com'],
})
  .argument('<PERSON>', personHelp)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (person, { reason }) => {
    const { makePasswordLink } = await import('../operators.ts');
    print(`${await makePasswordLink(person, reason)}\n`);
    printNote(
      'The link works once, for seven days, and the portal also mails it. Earlier links of this person have ended.\n',
    );
  });

const changeRole = command('role', {
  summary: 'Change what a person may do as an operator',
  description:
    'Change what a person may do as an operator: owner, publisher, finance or viewer, or none for somebody who is no operator any more. The portal keeps an owner.',
  examples: [
    'operator role ada@example.com publisher',
    'operator role bob@example.com none --reason "Has left"',
  ],
})
  .argument('<PERSON>', personHelp)
  .argument('<ROLE>', 'owner, publisher, finance, viewer or none')
  .option('--reason <TEXT>', reasonHelp)
  .action(async (person, role, { reason }) => {
    const { changeOperatorRole } = await import('../people.ts');
    print(await changeOperatorRole(person, role, reason));
  });

export const operator = commandGroup(
  'operator',
  'Create operators, links to choose a password, and change roles',
  [createOperator, linkOperator, changeRole],
);
