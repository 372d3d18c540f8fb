import { z } from 'zod';
import { fieldsForModels } from '../../lib/agents/fields-for-models.ts';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { priceWords } from '../../lib/agents/price-words.ts';
import { toolInput } from '../../lib/agents/tool-input.ts';
import { toolName } from '../../lib/agents/tool-name.ts';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { productCard } from '../../lib/product/product.ts';
import type { Context } from '../portal/context.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { type AgentTool, schemaOf } from './agent-tool.ts';
import { makeAgentCall, paymentArguments } from './call-product.ts';
import { readBody } from '../http/read-body.ts';

const mostWords = 300;
const mostSchemaBytes = 6_000;

/** Beside the fields of the product, which have names of their own. */
const payment = z.object({
  farebox_quote: paymentArguments.quote,
  farebox_max_credits: paymentArguments.max_credits,
  farebox_offset: paymentArguments.offset,
});
const paymentNames = Object.keys(payment.shape);
const paymentSchema = schemaOf(payment);

/** A product as a tool of its own. `taken` are the names of other tools. */
export async function pinnedTool(context: Context, slug: string, taken: Set<string>): Promise<AgentTool> {
  const found = await requireProduct(context, slug);
  const [text, version] = await Promise.all([
    context.store.catalogue.productTexts([found.key], 'card'),
    readVersion(context, found.versionKey),
  ]);
  const { name, description, price } = productCard.parse(JSON.parse(text));
  const input = fieldsForModels(toolInput(version.shape, mostSchemaBytes));
  const about = plainWords(description[0]?.text ?? '', mostWords);
  return {
    name: toolName(found.slug, taken),
    title: plainWords(name, mostWords),
    description: `Costs ${priceWords(price)}.${about === '' ? '' : ` Its provider says: "${about}"`}`,
    inputSchema: {
      ...input,
      properties: { ...membersOf(input), ...membersOf(paymentSchema) },
    },
    hints: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },
    meta: { 'dev.farebox/price': price, 'dev.farebox/product': found.slug },
    run: (session, given) => {
      const paid = readBody(
        payment,
        Object.fromEntries(Object.entries(given).filter(([key]) => paymentNames.includes(key))),
      );
      const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !paymentNames.includes(key)));
      return makeAgentCall(session, {
        ...{ product: found.slug, input: rest },
        ...{ quote: paid.farebox_quote, max_credits: paid.farebox_max_credits, offset: paid.farebox_offset },
      });
    },
  };
}

function membersOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}
