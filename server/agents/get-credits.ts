import { z } from 'zod';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { requireRole } from '../callers/require-role.ts';
import { readBalance } from '../calls/read-credits.ts';
import { agentTool, textResult } from './agent-tool.ts';

export const getCredits = agentTool({
  name: 'get_credits',
  title: 'Get credits',
  description: 'Says how many credits you can spend. Free.',
  input: z.object({}),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller, mostCredits }) {
    requireRole(caller, 'read-credits');
    const { available, held, resetsAt } = await readBalance(context, caller);
    const lines = [
      `${groupedNumber(available)} credits are available, ${groupedNumber(held)} are on hold.`,
      ...(resetsAt === undefined
        ? []
        : [`You are a guest: the allowance of your network comes again at ${resetsAt}.`]),
      ...(mostCredits === null ? [] : [`A call may cost at most ${groupedNumber(mostCredits)}.`]),
    ];
    return textResult(lines, {
      'dev.farebox/credits': { available, held, ...(resetsAt !== undefined && { resetsAt }) },
    });
  },
});
