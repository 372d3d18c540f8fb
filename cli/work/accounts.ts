import type { z } from 'zod';
import { memberRole } from '../../lib/account/members.ts';
import type { MemberRole } from '../../lib/account/roles.ts';
import { accountCaps } from '../../lib/operator/accounts.ts';
import { countOf } from '../../lib/text/numbers.ts';
import {
  capAccount,
  createAccount as createAccountChange,
  inviteToAccount as inviteChange,
  suspendAccount,
  grantCredits,
} from '../../server/operator/change-account.ts';
import { emailAddress, findAccount, operate, reasonOf, withPortal, type FoundAccount } from '../operate.ts';
import { Refusal } from '../print.ts';

/** Returns the id of the new account. */
export function createAccount(name: string, credits: number, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { given } = await operate(context, createAccountChange, { name, credits }, reason);
    return given.id;
  });
}

/** Null removes a limit; one that is left out stays. */
interface CapWishes {
  day: number | null | undefined;
  month: number | null | undefined;
  total: number | null | undefined;
}

export function setAccountCaps(text: string, caps: CapWishes, why: string): Promise<string> {
  const reason = reasonOf(why);
  return withPortal(async (context) => {
    const { id, name } = await findAccount(context.store, text);
    const { answer } = await operate(context, capAccount, { accountId: id, caps, reason }, reason);
    return `${name} can spend ${limitsText(accountCaps.parse(answer).caps)}.\n`;
  });
}

function limitsText({ day, month, total }: z.output<typeof accountCaps>['caps']): string {
  const limits = [
    ...(day === null ? [] : [`${countOf(day, 'credit')} per day`]),
    ...(month === null ? [] : [`${countOf(month, 'credit')} per month`]),
    ...(total === null ? [] : [`${countOf(total, 'credit')} in total`]),
  ];
  return limits.length === 0 ? 'without a limit' : limits.join(', ');
}

export function setSuspension(text: string, suspended: boolean, reason: string | undefined): Promise<string> {
  return withPortal(async (context) => {
    const { id, name } = await findAccount(context.store, text);
    await operate(context, suspendAccount, { accountId: id, suspended }, reason);
    return suspended
      ? `${name} is suspended: its API keys are refused, and its members cannot make calls or add anything.\n`
      : `${name} is not suspended: its API keys and members can call again.\n`;
  });
}

interface Invitation {
  account: string;
  role: string;
  email?: string | undefined;
  reason?: string | undefined;
}

/** Returns the link by which somebody joins an account. */
export function inviteToAccount({
  account,
  role: given,
  email: address,
  reason,
}: Invitation): Promise<string> {
  const role = roleOf(given);
  const email = address === undefined ? undefined : emailAddress(address);
  return withPortal(async (context) => {
    const { id } = await findAccount(context.store, account);
    return (await operate(context, inviteChange, { accountId: id, role, email }, reason)).given.link;
  });
}

function roleOf(text: string): MemberRole {
  const { success, data } = memberRole.safeParse(text);
  if (success) return data;
  throw new Refusal(`A role is one of ${memberRole.options.join(', ')}, not ${JSON.stringify(text)}.`);
}

interface Adjustment {
  credits: number;
  why: string;
  /** The call that the credits are a refund of. */
  callId?: string | undefined;
  /** Added credits are a correction, too, and no grant. */
  corrects?: true;
}

interface Adjusted {
  account: FoundAccount;
  kind: string;
  available: number;
}

/** Adds credits to an account, takes some back, or refunds a call. */
export function changeCredits(text: string, { why, callId, ...change }: Adjustment): Promise<Adjusted> {
  const reason = reasonOf(why);
  return withPortal(async (context) => {
    const account = await findAccount(context.store, text);
    const wish = { ...change, reason, accountId: account.id, ...(callId !== undefined && { callId }) };
    const { result, given } = await operate(context, grantCredits, wish, reason);
    return { account, kind: given.kind, available: result.available };
  });
}
