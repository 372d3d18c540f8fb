import { countOf } from '../../lib/text/count-text.ts';
import { z } from 'zod';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { requireRole } from '../callers/require-role.ts';
import { spendableMeta, spendableWords } from '../../lib/agents/spendable-words.ts';
import { readSpendable } from '../calls/spendable.ts';
import { agentTool, textResult } from './agent-tool.ts';

const mostNamed = 20;

export const getCredits = agentTool({
  name: 'get_credits',
  title: 'Get credits',
  description: 'Says how many credits you can spend. Free.',
  input: z.object({}),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller, mostCredits }) {
    requireRole(caller, 'read-credits');
    const { available, held, resetsAt, spendable } = await readSpendable(context, caller);
    const { only } = spendable;
    const lines = [
      ...spendableWords(spendable),
      ...(spendable.code === undefined && caller.kind === 'account'
        ? [`${countOf(held, 'credit')} ${held === 1 ? 'is' : 'are'} on hold for running calls.`]
        : []),
      ...(only === undefined
        ? []
        : [
            `Only these products can be called: ${only
              .slice(0, mostNamed)
              .join(', ')}${only.length > mostNamed ? ` and ${only.length - mostNamed} more` : ''}.`,
          ]),
      ...(resetsAt === undefined
        ? []
        : [`You are a guest: the allowance of your network comes again at ${resetsAt}.`]),
      ...(mostCredits === null ? [] : [`A call may cost at most ${groupedNumber(mostCredits)}.`]),
    ];
    return textResult(lines, {
      'dev.farebox/credits': {
        // What is available to the whole account is more than its key may spend.
        available: Math.min(available, Math.max(0, spendable.credits)),
        held,
        spendable: spendableMeta(spendable),
        ...(resetsAt !== undefined && { resetsAt }),
      },
    });
  },
});
