import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { print } from '../print.ts';

export const online = statusCommand('online', {
  summary: 'List products and allow calls',
  examples: ['online weather-forecast'],
});

export const offline = statusCommand('offline', {
  summary: 'Remove products from the list',
  description: 'Remove products from the list. Their pages keep working.',
  examples: ['offline qr-code'],
});

function statusCommand(status: 'online' | 'offline', about: Parameters<typeof command>[1]) {
  return command(status, about)
    .argument('<SLUG...>', 'The products, by their slugs')
    .option('--reason <TEXT>', reasonHelp)
    .action(async (slugs, { reason }) => {
      const { changeStatus } = await import('../change-status.ts');
      print(await changeStatus(status, slugs, reason));
    });
}
