import type { Grant } from '../server/store/ledger.ts';
import { type FoundAccount, findAccount } from './find-account.ts';
import { type Data, withData } from './open-data.ts';
import { readArguments } from './read-arguments.ts';
import { Refusal } from './refusal.ts';
import { wholeCredits } from './whole-credits.ts';

const usage =
  'Expected farebox adjust ACCOUNT +CREDITS|-CREDITS --reason TEXT [--call CALL_ID], as in: adjust acme -50 --reason "Granted twice".';

/** `farebox adjust ACCOUNT ±CREDITS`: a refund of a call where one is named, else a correction. */
export async function adjustCommand(args: string[]): Promise<number> {
  const { credits, account: text, reason, callId } = readAdjustment(args);
  await withData(async (data) => {
    const account = await findAccount(data.database, text);
    await refuseBelowZero(data, account, credits);
    if (callId !== undefined) await refuseOtherRefund(data, account, callId, credits);
    const kind = callId === undefined ? 'correction' : 'refund';
    const adjustment: Grant = { purseId: account.id, credits, kind, reason, nowMs: Date.now(), callId };
    const { available } = await data.writer.run('grant', adjustment);
    process.stdout.write(
      `${account.name} has ${available} credits available, after a ${kind} of ${credits}.\n`,
    );
  });
  return 0;
}

function readAdjustment(args: string[]) {
  const { amount, others } = takeAmount(args);
  const { values, positionals } = readArguments(others, {
    usage,
    words: [1, 1],
    options: { reason: { type: 'string' }, call: { type: 'string' } },
  });
  const size = wholeCredits(amount.slice(1), 'CREDITS');
  const reason = values.reason?.trim() ?? '';
  if (reason === '') throw new Refusal('An adjustment needs --reason TEXT, which is kept in the ledger.');
  if (amount.startsWith('-') && values.call !== undefined)
    throw new Refusal('--call refunds credits, for example +5. To take credits, leave --call out.');
  const credits = amount.startsWith('-') ? -size : size;
  return { credits, account: positionals[0] ?? '', reason, callId: values.call };
}

/** A number with a sign: to a reader of options -50 is several. */
function takeAmount(args: string[]): { amount: string; others: string[] } {
  const index = args.findIndex(
    (arg, place) => /^[+-]\d/.test(arg) && !['--reason', '--call'].includes(args[place - 1] ?? ''),
  );
  const amount = args[index];
  if (amount === undefined) throw new Refusal(`${usage} CREDITS must begin with + or -.`);
  return { amount, others: args.toSpliced(index, 1) };
}

/** For a sentence; the ledger itself refuses whatever comes between. */
async function refuseBelowZero({ database }: Data, account: FoundAccount, credits: number): Promise<void> {
  if (credits > 0) return;
  const purse = await database.purse.findUnique({ where: { id: account.id } });
  const available = Number((purse?.posted ?? 0n) - (purse?.pending ?? 0n));
  if (available + credits >= 0) return;
  throw new Refusal(
    `${account.name} has ${available} credits available: ${-credits} cannot be taken, because a balance cannot go below 0.`,
  );
}

/** Nobody gets back for a call more than it cost: also not when a refund is asked for twice. */
async function refuseOtherRefund(
  { database }: Data,
  account: FoundAccount,
  id: string,
  credits: number,
): Promise<void> {
  const call = await database.call.findUnique({ where: { id }, include: { purse: true } });
  if (call?.purse.id !== account.id) throw new Refusal(`${account.name} has no call "${id}".`);
  const { _sum } = await database.entry.aggregate({
    where: { purseKey: call.purseKey, callKey: call.key, kind: 'refund' },
    _sum: { amount: true },
  });
  const left = call.charged - Number(_sum.amount ?? 0n);
  if (credits > left)
    throw new Refusal(`${id} cost ${call.charged} credits, of which ${left} can still be refunded.`);
}
