import { countOf } from '../../lib/text/numbers.ts';
import { command } from '../command.ts';
import { accountHelp, wholeCredits } from '../operate.ts';
import { print, Refusal } from '../print.ts';

export const grant = command('grant', {
  summary: 'Add credits to an account',
  examples: ['grant acme 500 --reason "Paid for November"'],
})
  .argument('<ACCOUNT>', accountHelp)
  .argument('<CREDITS>', 'How many to add')
  .option('--reason <TEXT>', 'The reason, recorded in the ledger', 'Granted')
  .action(async (text, amount, { reason }) => {
    if (amount.startsWith('-'))
      throw new Refusal(
        `grant only adds credits. To take credits, use: farebox adjust ${text} ${amount} --reason "Granted twice".`,
      );
    const credits = wholeCredits(amount, 'CREDITS');
    const { changeCredits } = await import('../work/accounts.ts');
    const { account, available } = await changeCredits(text, { credits, why: reason });
    print(
      `${account.name} has ${countOf(available, 'credit')} available, including ${countOf(credits, 'new one')}.\n`,
    );
  });

export const adjust = command('adjust', {
  summary: 'Correct a balance, or refund a call',
  description:
    'Add credits to an account, or take credits from it: a refund with --call, otherwise a correction. Both become entries in the ledger. A balance cannot go below 0.',
  examples: [
    'adjust acme -50 --reason "Granted twice"',
    'adjust acme +5 --reason "Blurred picture" --call CALL_ID',
  ],
})
  .argument('<ACCOUNT>', accountHelp)
  .argument('<CREDITS>', 'How many to add (+50) or to take (-50)')
  .requiredOption('--reason <TEXT>', 'The reason, recorded in the ledger', adjustmentReason)
  .option('--call <CALL_ID>', 'The call to refund, at most what it cost')
  .action(async (first, second, { reason, call: callId }) => {
    const [text, amount] = isSigned(first) ? [second, first] : [first, second];
    const credits = signedCredits(amount);
    if (credits < 0 && callId !== undefined)
      throw new Refusal('--call refunds credits, for example +5. To take credits, leave --call out.');
    const { changeCredits } = await import('../work/accounts.ts');
    const change = { credits, why: reason, callId, corrects: true } as const;
    const { account, kind, available } = await changeCredits(text, change);
    print(`${account.name} has ${countOf(available, 'credit')} available, after a ${kind} of ${credits}.\n`);
  });

function adjustmentReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new Refusal('An adjustment needs --reason TEXT, which is recorded in the ledger.');
  return reason;
}

function isSigned(text: string): boolean {
  return /^[+-]\d/.test(text);
}

function signedCredits(text: string): number {
  if (!isSigned(text)) throw new Refusal('CREDITS must begin with + or -.');
  const size = wholeCredits(text.slice(1), 'CREDITS');
  return text.startsWith('-') ? -size : size;
}
