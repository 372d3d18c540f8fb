import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { accountHelp } from '../find-account.ts';
import { print, printNote } from '../print.ts';

export const inviteToAccount = command('invite', {
  summary: 'Print a link by which somebody joins an account',
  description:
    'Print a link by which one person joins an account, signed in or as a new person. The first member of an account is its owner.',
  examples: ['account invite acme', 'account invite acme --role member --email bob@example.com'],
})
  .argument('<ACCOUNT>', accountHelp)
  .option('--role <ROLE>', 'owner, admin, member, billing or viewer', 'owner')
  .option('--email <EMAIL>', 'Where the portal also mails the link')
  .option('--reason <TEXT>', reasonHelp)
  .action(async (account, { role, email, reason }) => {
    const { inviteToAccount: invite } = await import('../accounts.ts');
    print(`${await invite({ account, role, email, reason })}\n`);
    printNote(`The first person who opens the link joins as ${role}. It works once, for seven days.\n`);
  });
