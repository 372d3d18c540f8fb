import { memberRole } from '../../lib/account/member-role.ts';
import { parseMailAddress } from '../../lib/account/mail-address.ts';
import { command } from '../command.ts';
import { accountHelp, findAccount } from '../find-account.ts';
import { withStore } from '../open-data.ts';
import { print, printNote } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const inviteToAccount = command('invite', {
  summary: 'Print a link by which somebody joins an account',
  description:
    'Print a link by which one person joins an account, signed in or as a new person. The first member of an account is its owner.',
  examples: ['account invite acme', 'account invite acme --role member --email bob@example.com'],
})
  .argument('<ACCOUNT>', accountHelp)
  .option('--role <ROLE>', memberRole.options.join(', '), 'owner')
  .option('--email <EMAIL>', 'Where the portal also mails the link')
  .action(async (text, { role: given, email: address }) => {
    const role = memberRole.safeParse(given);
    if (!role.success)
      throw new Refusal(`A role is one of ${memberRole.options.join(', ')}, not ${JSON.stringify(given)}.`);
    const email = address === undefined ? undefined : parseMailAddress(address);
    if (address !== undefined && !email)
      throw new Refusal(
        `${JSON.stringify(address.slice(0, 100))} is not an email address, such as ada@example.com.`,
      );
    const { inviteMember } = await import('../../server/members/invite-member.ts');
    const { readSettings } = await import('../../server/env.ts');
    const link = await withStore(async (store) => {
      const account = await findAccount(store, text);
      const wish = { account, role: role.data, email, by: null };
      return (await inviteMember({ store, settings: readSettings() }, wish)).link;
    });
    print(`${link}\n`);
    printNote(`Whoever opens the link first joins as ${role.data}. It works once, for seven days.\n`);
  });
