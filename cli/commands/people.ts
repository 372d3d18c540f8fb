import { command, commandGroup } from '../command.ts';
import { personHelp, reasonHelp, print, printList, printNote } from '../print.ts';

const list = command('list', {
  summary: 'List all people with their roles as operators',
  examples: ['person list', 'person list --json'],
})
  .option('--json', 'Print JSON, for programs')
  .action(async ({ json = false }) => {
    const { readPeople, personRow } = await import('../work/people.ts');
    const ifNone =
      'There are no people yet. Create an operator with: npm run farebox -- operator create EMAIL\n';
    printList(await readPeople(), { json, toRow: personRow, ifNone });
  });

const signOut = changeCommand(
  'sign-out',
  {
    summary: 'End all sessions of a person',
    examples: ['person sign-out ada@example.com --reason "Lost a laptop"'],
  },
  async () => (await import('../work/people.ts')).signOutPerson,
);

const resetFactors = changeCommand(
  'reset-factors',
  {
    summary: 'Remove the second factor and passkeys of a person',
    description:
      'Remove the second factor, the recovery codes and the passkeys of a person who has lost them. All their sessions end, and the person gets a mail.',
    examples: ['person reset-factors ada@example.com'],
  },
  async () => (await import('../work/people.ts')).resetFactorsOf,
);

const exportPerson = command('export', {
  summary: 'Print everything that is stored about a person',
  description:
    'Print everything that is stored about a person to standard output, as JSON. The audit log records who did it.',
  examples: ['person export ada@example.com > ada.json'],
})
  .argument('<PERSON>', personHelp)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (person, { reason }) => {
    const { printPerson } = await import('../work/people.ts');
    await printPerson(person, reason);
  });

const erase = command('erase', {
  summary: 'Erase a person permanently',
  description:
    'Erase a person permanently: name, address, what they sign in with, their API keys, and accounts without another member. The ledger and the audit log keep what they did under a pseudonym.',
  examples: ['person erase ada@example.com --reason "Asked for it on 2026-11-20"'],
})
  .argument('<PERSON>', personHelp)
  .requiredOption('--reason <TEXT>', reasonHelp)
  .action(async (person, { reason }) => {
    const { erasePerson } = await import('../work/people.ts');
    print(await erasePerson(person, reason));
  });

export const person = commandGroup('person', 'List, help, export and erase people', [
  list,
  signOut,
  resetFactors,
  exportPerson,
  erase,
]);

type Change = (person: string, reason: string | undefined) => Promise<string>;

function changeCommand(name: string, about: Parameters<typeof command>[1], load: () => Promise<Change>) {
  return command(name, about)
    .argument('<PERSON>', personHelp)
    .option('--reason <TEXT>', reasonHelp)
    .action(async (person, { reason }) => {
      const change = await load();
      print(await change(person, reason));
    });
}

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
    const { createOperator: create } = await import('../work/people.ts');
    print(`${await create({ email, name, role, reason })}\n`);
    printNote(
      `${email} is an operator (${role}). The link works once, for seven days. The portal also mails it.\n`,
    );
  });

const linkOperator = command('link', {
  summary: 'Print a link with which a person chooses a new password',
  examples: ['operator link ada@example.com'],
})
  .argument('<PERSON>', personHelp)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (person, { reason }) => {
    const { makePasswordLink } = await import('../work/people.ts');
    print(`${await makePasswordLink(person, reason)}\n`);
    printNote(
      'The link works once, for seven days, and the portal also mails it. Earlier links of this person have ended.\n',
    );
  });

const changeRole = command('role', {
  summary: 'Change the operator role of a person',
  description:
    'Change the operator role of a person: owner, publisher, finance or viewer, or none for someone who is no longer an operator. The portal always keeps at least one owner.',
  examples: [
    'operator role ada@example.com publisher',
    'operator role bob@example.com none --reason "Has left"',
  ],
})
  .argument('<PERSON>', personHelp)
  .argument('<ROLE>', 'owner, publisher, finance, viewer or none')
  .option('--reason <TEXT>', reasonHelp)
  .action(async (person, role, { reason }) => {
    const { changeOperatorRole } = await import('../work/people.ts');
    print(await changeOperatorRole(person, role, reason));
  });

export const operator = commandGroup(
  'operator',
  'Create operators, links to choose a password, and change roles',
  [createOperator, linkOperator, changeRole],
);

export const passwordHash = command('password-hash', {
  summary: 'Print the hash of a password',
  description:
    'Print the hash of a password, for the file of FAREBOX_OPERATOR_PASSWORD_HASH_FILE. It asks for the password, or reads it from standard input.',
  examples: ['password-hash > operator-password-hash'],
}).action(async () => {
  const { readPassword } = await import('../work/hash-new-password.ts');
  const { hashNewPassword } = await import('../work/hash-new-password.ts');
  print(`${await hashNewPassword(await readPassword())}\n`);
});
