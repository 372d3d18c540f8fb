import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const revokeKey = command('revoke', {
  summary: 'Revoke an API key, effective immediately',
  examples: ['key revoke key_4t8m2h7x0c9q1zfd'],
})
  .argument('<KEY_ID>', 'The id of the key, from "farebox key list"', keyId)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (id, { reason }) => {
    const { revokeKey: revoke } = await import('../keys.ts');
    print(await revoke(id, reason));
  });

function keyId(text: string): string {
  if (!text.startsWith('fb_')) return text;
  throw new Refusal('Give the id of the key from "farebox key list", not the key itself.');
}
