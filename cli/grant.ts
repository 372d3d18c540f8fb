import { findAccount } from './find-account.ts';
import { withData } from './open-data.ts';
import { readArguments } from './read-arguments.ts';
import { Refusal } from './refusal.ts';
import { wholeCredits } from './whole-credits.ts';

const usage =
  'Expected farebox grant ACCOUNT CREDITS [--reason TEXT], as in: grant acme 1000 --reason "Paid for November".';

/** `farebox grant ACCOUNT CREDITS`. */
export async function grantCommand(args: string[]): Promise<number> {
  refuseToTake(args);
  const { values, positionals } = readArguments(args, {
    usage,
    words: [2, 2],
    options: { reason: { type: 'string', default: 'Granted' } },
  });
  const [text = '', amount = ''] = positionals;
  const credits = wholeCredits(amount, 'CREDITS');
  await withData(async ({ writer, database }) => {
    const { id, name } = await findAccount(database, text);
    const nowMs = Date.now();
    const grant = { purseId: id, credits, kind: 'grant', reason: values.reason, nowMs } as const;
    const { available } = await writer.run('grant', grant);
    process.stdout.write(`${name} has ${available} credits available, including ${credits} new ones.\n`);
  });
  return 0;
}

/** To a reader of options -5 is one that nobody knows. */
function refuseToTake(args: string[]): void {
  const isReason = (place: number) => args[place - 1] === '--reason';
  const amount = args.find((arg, place) => /^-\d/.test(arg) && !isReason(place));
  if (amount === undefined) return;
  const account = args.find((arg, place) => !arg.startsWith('-') && !isReason(place)) ?? 'ACCOUNT';
  throw new Refusal(
    `grant only adds credits. To take credits, use: farebox adjust ${account} ${amount} --reason "Granted twice".`,
  );
}
