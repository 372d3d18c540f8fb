import { command } from '../command.ts';
import { withStore } from '../open-data.ts';
import { print } from '../print.ts';

export const resetFactors = command('reset-factors', {
  summary: 'Remove what a person has lost besides the password',
  description:
    'Remove the second factor, the recovery codes and the passkeys of a person who has lost them. All their sessions end, and the person gets a mail.',
  examples: ['person reset-factors ada@example.com'],
})
  .argument('<EMAIL>', 'The email address of the person')
  .action(async (email) => {
    const { resetFactors: reset } = await import('../people.ts');
    await withStore((store) => reset(store, email));
    print(`${email} signs in with the password alone. All sessions have ended.\n`);
  });
