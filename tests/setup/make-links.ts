import { inviteToAccount } from '../../cli/invite-to-account.ts';
import { createOperator } from '../../cli/operators.ts';
import type { Store } from '../../server/store/store.ts';
import { openTestStore } from './data-place.ts';

// What the commands of these names do, in this process: one of its own takes a second of a processor to load.

/** The token of a link by which somebody joins an account. */
export function inviteBeside(dataFolder: string, account: string, role = 'owner'): Promise<string> {
  return tokenBeside(dataFolder, (store) => inviteToAccount(store, { account, role, email: undefined }));
}

/** The token of a link by which a new operator chooses a password. */
export function createOperatorBeside(dataFolder: string, email: string, role: string): Promise<string> {
  return tokenBeside(dataFolder, (store) => createOperator(store, { email, role }));
}

async function tokenBeside(dataFolder: string, link: (store: Store) => Promise<string>): Promise<string> {
  const store = await openTestStore(dataFolder);
  try {
    return (await link(store)).split('#')[1] ?? '';
  } finally {
    await store.close();
  }
}
