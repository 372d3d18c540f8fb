import { randomBytes } from 'node:crypto';
import { findAccount, operate } from '../../cli/operate.ts';
import { parseMailAddress } from '../../lib/account/mail-address.ts';
import { memberRole } from '../../lib/account/members.ts';
import { operatorRole } from '../../lib/account/session.ts';
import { readSettings } from '../../server/env.ts';
import type { ChangeContext } from '../../server/operator/change.ts';
import { createOperator, makePasswordLinkFor } from '../../server/operator/change-person.ts';
import { inviteToAccount } from '../../server/operator/change-account.ts';
import { portalSecret } from '../../server/portal/portal-secret.ts';
import { openTestStore } from './data-place.ts';

// What the commands of these names do, in this process: one of its own takes a second of a processor to load.

/** The token of a link by which somebody joins an account. */
export function inviteBeside(dataFolder: string, account: string, role = 'owner'): Promise<string> {
  return tokenBeside(dataFolder, async (context) => {
    const { id: accountId } = await findAccount(context.store, account);
    const wish = { accountId, role: memberRole.parse(role), email: undefined };
    return (await operate(context, inviteToAccount, wish, undefined)).given;
  });
}

/** The token of a link by which a new operator chooses a password. */
export function createOperatorBeside(dataFolder: string, address: string, role: string): Promise<string> {
  return tokenBeside(dataFolder, async (context) => {
    const email = parseMailAddress(address);
    if (!email) throw new Error(`${address} is no address.`);
    const wish = { email, name: address, operatorRole: operatorRole.parse(role) };
    const { result } = await operate(context, createOperator, wish, undefined);
    return (await operate(context, makePasswordLinkFor, { personId: result.personId }, undefined)).given;
  });
}

async function tokenBeside(
  dataFolder: string,
  make: (context: ChangeContext) => Promise<{ link: string }>,
): Promise<string> {
  const store = await openTestStore(dataFolder);
  try {
    const { link } = await make({ store, settings: readSettings(), secret: portalSecret([randomBytes(32)]) });
    return link.split('#')[1] ?? '';
  } finally {
    await store.close();
  }
}
