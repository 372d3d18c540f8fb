import { command } from '../command.ts';
import { print } from '../print.ts';

export const passwordHash = command('password-hash', {
  summary: 'Print the hash of a password',
  description:
    'Print the hash of a password, for the file of FAREBOX_OPERATOR_PASSWORD_HASH_FILE. It asks for the password, or reads it from standard input.',
  examples: ['password-hash > operator-password-hash'],
}).action(async () => {
  const { readPassword } = await import('../read-password.ts');
  const { hashNewPassword } = await import('../hash-new-password.ts');
  print(`${await hashNewPassword(await readPassword())}\n`);
});
