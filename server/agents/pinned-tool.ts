import { z } from 'zod';
import { fieldsForModels } from '../../lib/agents/fields-for-models.ts';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { quotedWords } from '../../lib/agents/quoted-words.ts';
import { priceWords } from '../../lib/agents/price-words.ts';
import { toolInput } from '../../lib/agents/tool-input.ts';
import { toolName } from '../../lib/agents/tool-name.ts';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { productCard } from '../../lib/product/product.ts';
import type { Context } from '../portal/context.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import { findProduct } from '../products/find-product.ts';
import { type AgentTool, schemaOf } from './agent-tool.ts';
import { makeAgentCall, paymentArguments } from './call-product.ts';
import { readToolArguments } from './tool-arguments.ts';

const mostWords = 300;
const mostSchemaBytes = 6_000;

/** Beside the fields of the product, which have names of their own. */
const payment = z.object({
  farebox_quote: paymentArguments.quote,
  farebox_max_credits: paymentArguments.max_credits,
  farebox_idempotency_key: paymentArguments.idempotency_key,
  farebox_offset: paymentArguments.offset,
});
const paymentPrefix = 'farebox_';
const paymentSchema = schemaOf(payment);

/** A product as a tool of its own; undefined if there is none. `taken` are the names of other tools. */
export async function pinnedTool(
  context: Context,
  slug: string,
  taken: Set<string>,
): Promise<AgentTool | undefined> {
  const found = await findProduct(context, slug);
  if (!found) return undefined;
  const [text, version] = await Promise.all([
    context.store.catalogue.productTexts([found.key], 'card'),
    readVersion(context, found.versionKey),
  ]);
  const { name, description, price } = productCard.parse(JSON.parse(text));
  const input = inputFor(version);
  const about = quotedWords(description[0]?.text ?? '', mostWords);
  return {
    name: toolName(found.slug, taken),
    title: plainWords(name, mostWords),
    description: `${price.to === 0 ? 'Free' : `Costs ${priceWords(price)}`}.${about === '' ? '' : ` Its provider says: ${about}`}`,
    inputSchema: {
      ...input,
      properties: { ...membersOf(input), ...membersOf(paymentSchema) },
    },
    hints: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
    meta: { 'dev.farebox/price': price, 'dev.farebox/product': found.slug },
    run: (session, given) => {
      const isPayment = ([key]: [string, unknown]) =>
        key.startsWith(paymentPrefix) && !Object.hasOwn(membersOf(input), key);
      const paid = readToolArguments(payment, Object.fromEntries(Object.entries(given).filter(isPayment)));
      const rest = Object.fromEntries(Object.entries(given).filter((entry) => !isPayment(entry)));
      return makeAgentCall(session, {
        ...{ product: found.slug, input: rest },
        ...{ quote: paid.farebox_quote, max_credits: paid.farebox_max_credits },
        ...{ idempotency_key: paid.farebox_idempotency_key, offset: paid.farebox_offset },
      });
    },
  };
}

const inputs = new WeakMap<CompiledVersion, JsonObject>();

/** Made once for each version, since every request to `/mcp` lists its tools. */
function inputFor(version: CompiledVersion): JsonObject {
  const known = inputs.get(version);
  if (known) return known;
  const input = fieldsForModels(toolInput(version.shape, mostSchemaBytes));
  inputs.set(version, input);
  return input;
}

function membersOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}
