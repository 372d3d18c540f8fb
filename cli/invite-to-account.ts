import { type MailAddress, parseMailAddress } from '../lib/account/mail-address.ts';
import { type MemberRole, memberRole } from '../lib/account/member-role.ts';
import { readSettings } from '../server/env.ts';
import { inviteMember } from '../server/members/invite-member.ts';
import type { Store } from '../server/store/store.ts';
import { findAccount } from './find-account.ts';
import { Refusal } from './refusal.ts';

interface Wish {
  account: string;
  role: string;
  email: string | undefined;
}

/** Returns the link by which somebody joins an account. */
export async function inviteToAccount(
  store: Pick<Store, 'accounts' | 'writer'>,
  { account: text, role: given, email: address }: Wish,
): Promise<string> {
  const [role, email] = [roleOf(given), address === undefined ? undefined : addressOf(address)];
  const account = await findAccount(store, text);
  const wish = { account, role, email, by: null };
  return (await inviteMember({ store, settings: readSettings() }, wish)).link;
}

function roleOf(text: string): MemberRole {
  const { success, data } = memberRole.safeParse(text);
  if (success) return data;
  throw new Refusal(`A role is one of ${memberRole.options.join(', ')}, not ${JSON.stringify(text)}.`);
}

function addressOf(text: string): MailAddress {
  const parsed = parseMailAddress(text);
  if (parsed) return parsed;
  throw new Refusal(
    `${JSON.stringify(text.slice(0, 100))} is not an email address, such as ada@example.com.`,
  );
}
