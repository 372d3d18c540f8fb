import type { Store } from '../../server/store/store.ts';
import { didYouMean } from '../../lib/text/closest-name.ts';
import { command } from '../command.ts';
import { withStore } from '../open-data.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const revokeKey = command('revoke', {
  summary: 'Revoke an API key, effective immediately',
  examples: ['key revoke key_4t8m2h7x0c9q1zfd'],
})
  .argument('<KEY_ID>', 'The id of the key, from "farebox key list"', keyId)
  .action(async (id) => {
    const before = await withStore((store) => revoke(store, id));
    print(
      before === null
        ? `${id} is revoked.\n`
        : `${id} was already revoked at ${new Date(before).toISOString()}.\n`,
    );
  });

function keyId(text: string): string {
  if (!text.startsWith('fb_')) return text;
  throw new Refusal('Give the id of the key from "farebox key list", not the key itself.');
}

async function revoke({ writer, accounts }: Store, id: string): Promise<number | null> {
  const result = await writer.run('revoke-key', { id, now: Date.now() });
  if (result.found) return result.before;
  const guess = didYouMean(id, await accounts.activeKeyIds());
  throw new Refusal(`There is no key "${id}".${guess || ' "farebox key list" lists all keys.'}`);
}
