import { personHelp, reasonHelp } from '../argument-help.ts';
import { command, commandGroup } from '../command.ts';
import { print, printList } from '../print.ts';

const list = command('list', {
  summary: 'List all people with their roles as operators',
  examples: ['person list', 'person list --json'],
})
  .option('--json', 'Print JSON, for programs')
  .action(async ({ json = false }) => {
    const { readPeople, personRow } = await import('../people.ts');
    const ifNone = 'There is nobody. Create an operator with: npm run farebox -- operator create EMAIL\n';
    printList(await readPeople(), { json, toRow: personRow, ifNone });
  });

const signOut = changeCommand(
  'sign-out',
  {
    summary: 'End all sessions of a person',
    examples: ['person sign-out ada@example.com --reason "Lost a laptop"'],
  },
  async () => (await import('../people.ts')).signOutPerson,
);

const resetFactors = changeCommand(
  'reset-factors',
  {
    summary: 'Remove what a person has lost besides the password',
    description:
      'Remove the second factor, the recovery codes and the passkeys of a person who has lost them. All their sessions end, and the person gets a mail.',
    examples: ['person reset-factors ada@example.com'],
  },
  async () => (await import('../people.ts')).resetFactorsOf,
);

const exportPerson = command('export', {
  summary: 'Print all that is stored of a person',
  description:
    'Print all that is stored of a person to standard output, as JSON. The audit log has who did it.',
  examples: ['person export ada@example.com > ada.json'],
})
  .argument('<PERSON>', personHelp)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (person, { reason }) => {
    const { printPerson } = await import('../people.ts');
    await printPerson(person, reason);
  });

const erase = command('erase', {
  summary: 'Erase a person for ever',
  description:
    'Erase a person for ever: name, address, what they sign in with, their API keys, and accounts without another member. The ledger and the audit log keep what they did under a pseudonym.',
  examples: ['person erase ada@example.com --reason "Asked for it on 2026-11-20"'],
})
  .argument('<PERSON>', personHelp)
  .requiredOption('--reason <TEXT>', reasonHelp)
  .action(async (person, { reason }) => {
    const { erasePerson } = await import('../people.ts');
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
