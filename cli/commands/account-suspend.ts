import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { accountHelp } from '../find-account.ts';
import { print } from '../print.ts';

export const suspendAccount = suspensionCommand('suspend', true, {
  summary: 'Refuse the API keys of an account, and the calls of its members, at once',
  description:
    'Refuse the API keys of an account at once, and every call of its members, who can add nothing either. Nothing can be spent from it until "account resume".',
  examples: ['account suspend acme --reason "Bill of October is open"'],
});

export const resumeAccount = suspensionCommand('resume', false, {
  summary: 'Let the API keys and members of a suspended account work again',
  examples: ['account resume acme'],
});

function suspensionCommand(name: string, suspended: boolean, about: Parameters<typeof command>[1]) {
  return command(name, about)
    .argument('<ACCOUNT>', accountHelp)
    .option('--reason <TEXT>', reasonHelp)
    .action(async (account, { reason }) => {
      const { setSuspension } = await import('../accounts.ts');
      print(await setSuspension(account, suspended, reason));
    });
}
