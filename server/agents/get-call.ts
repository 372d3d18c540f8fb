import { z } from 'zod';
import { creditsText } from '../../lib/call/call-words.ts';
import { isJsonObject } from '../../lib/json/json.ts';
import { readReceipt } from '../calls/read-receipt.ts';
import { agentTool, textResult } from './agent-tool.ts';

export const getCall = agentTool({
  name: 'get_call',
  title: 'Get a call',
  description: 'Says how a call ended and what it cost, with its signed receipt. Free.',
  input: z.object({ call_id: z.string().max(200).describe('Id of the call, from call_product.') }),
  hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ context, caller }, { call_id: id }) {
    const receipt = await readReceipt(context, caller, id);
    const { state, charged, quoted, product, startedAt } = receipt;
    const slug = isJsonObject(product) ? String(product['slug']) : '';
    return textResult(
      [
        `${id} of ${slug}, ${String(startedAt)}: ${String(state)}. Charged ${creditsText(Number(charged))} of ${creditsText(Number(quoted))} quoted.`,
        'The receipt, signed by the portal:',
        JSON.stringify(receipt),
      ],
      { 'dev.farebox/receipt': receipt },
    );
  },
});
