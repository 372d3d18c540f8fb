import { z } from 'zod';
import { fieldsForModels, toolInput, toolName } from '../../lib/agents/tool-input.ts';
import { plainWords, priceWords } from '../../lib/agents/plain-words.ts';
import { quotedWords } from '../../lib/agents/quoted-words.ts';
import { modelResponse } from '../../lib/agents/model-schema.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonOrUndefined,
  parseJson,
} from '../../lib/json/json.ts';
import { responseShape } from '../../lib/operation/media-type.ts';
import { invalidBody } from '../../lib/problem/problem.ts';
import { productCard } from '../../lib/product/product.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { compileSchema, type Validator } from '../../lib/validation/validate.ts';
import type { Context } from '../context.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import { findProduct } from '../products/find-product.ts';
import {
  type AgentSession,
  type AgentTool,
  schemaOf,
  type ToolResult,
  readToolArguments,
} from './agent-tool.ts';
import { makeAgentCall, paymentArguments } from './call-product.ts';
import { chargeInMeta } from './call-result.ts';
import { quotedCall } from './quoted-calls.ts';

const mostWords = 300;
const mostSchemaBytes = 6_000;
const mostReplyBytes = 2_000;

/** Beside the fields of the product, which have names of their own. */
const payment = z.object({
  farebox_quote: paymentArguments.quote.describe(
    'The quote from quote_call. The call costs at most that, once. With it, the fields of the product can be left out.',
  ),
  farebox_max_credits: paymentArguments.max_credits,
  farebox_idempotency_key: paymentArguments.idempotency_key,
  farebox_offset: paymentArguments.offset.describe(
    'With farebox_quote or farebox_idempotency_key of an earlier call: the character at which to continue its result.',
  ),
});
const argumentPrefix = 'farebox_';
const paymentSchema = schemaOf(payment);
/** By the same names without the prefix, however they are written. */
const paymentNames = new Map(
  Object.keys(payment.shape).map((name) => [bareName(name.slice(argumentPrefix.length)), name]),
);

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
  const { input, output } = schemasOf(version);
  const about = quotedWords(description[0]?.text ?? '', mostWords);
  return {
    name: toolName(found.slug, taken),
    title: plainWords(name, mostWords),
    description: `${price.to === 0 ? 'Free' : `Costs ${priceWords(price)}`}.${about === '' ? '' : ` Its provider says: ${about}`}`,
    inputSchema: {
      ...input,
      properties: { ...membersOf(input), ...membersOf(paymentSchema) },
    },
    ...(output && { outputSchema: output.schema }),
    hints: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
    meta: { 'dev.farebox/price': price, 'dev.farebox/product': found.slug },
    argumentPrefix,
    run: async (session, given) => {
      const isPayment = ([key]: [string, unknown]) =>
        key.startsWith(argumentPrefix) && !Object.hasOwn(membersOf(input), key);
      refuseBareNames(version, Object.keys(given));
      const paid = readToolArguments(payment, Object.fromEntries(Object.entries(given).filter(isPayment)));
      const rest = Object.fromEntries(Object.entries(given).filter((entry) => !isPayment(entry)));
      const result = await makeAgentCall(session, {
        product: found.slug,
        input: isOfQuote(session, version, rest, paid.farebox_quote) ? undefined : rest,
        quote: paid.farebox_quote,
        max_credits: paid.farebox_max_credits,
        idempotency_key: paid.farebox_idempotency_key,
        offset: paid.farebox_offset,
      });
      return output ? { ...result, ...structuredOf(result, output, paid.farebox_offset) } : result;
    },
  };
}

function bareName(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** An agent that knows the arguments of call_product would otherwise learn only that a limit is missing. */
function refuseBareNames({ shape }: CompiledVersion, given: string[]): void {
  const faults = given.flatMap((name) => {
    const meant = paymentNames.get(bareName(name));
    if (meant === undefined || shape.fields.some((field) => field.name === name)) return [];
    return [{ pointer: `/${name}`, detail: `there is no such argument. Did you mean ${meant}?` }];
  });
  if (faults.length > 0) throw invalidBody(faults);
}

/** A quote alone stands for the fields that it was made for, though the schema requires them. */
function isOfQuote(
  session: AgentSession,
  { shape }: CompiledVersion,
  given: JsonObject,
  quote: string | undefined,
): boolean {
  if (quote === undefined || Object.keys(given).length > 0) return false;
  return shape.fields.some(({ required }) => required) || quotedCall(session, quote) !== undefined;
}

interface ToolSchemas {
  input: JsonObject;
  /** Undefined where the product does not describe a reply of JSON. */
  output: ToolOutput | undefined;
}

interface ToolOutput {
  schema: JsonObject;
  /** Judges a reply by the schema that is told, as the client will. */
  faultsOf: Validator;
}

const schemas = new WeakMap<CompiledVersion, ToolSchemas>();

/** Made once for each version, since every request to `/mcp` lists its tools. */
function schemasOf(version: CompiledVersion): ToolSchemas {
  const known = schemas.get(version);
  if (known) return known;
  const input = fieldsForModels(toolInput(version.shape, mostSchemaBytes));
  const made = { input, output: outputOf(version) };
  schemas.set(version, made);
  return made;
}

/** What is known of every call, whatever the API replies. */
const answerSchema = schemaOf(
  z.object({
    text: z
      .string()
      .optional()
      .describe(
        'In place of reply: the text of a reply that does not match its schema, or is returned in parts.',
      ),
    charged: z.number().describe('What the call cost, in credits.'),
    balance: z.number().optional().describe('The credits that can still be spent.'),
    call_id: z.string().describe('The id of the call, for get_call.'),
  }),
);

/**
 * Clients throw a result away that is not as the schema says, and this one is paid. So the schema promises the answer of
 * the portal, and of the API what it describes, or else a text.
 */
function outputOf({ template }: CompiledVersion): ToolOutput | undefined {
  const { contentType, schema } = responseShape(template);
  if (schema === null || contentType === null || !isJsonType(bareMediaType(contentType))) return undefined;
  const reply = modelResponse(schemaNode(schema), mostReplyBytes);
  if (!reply) return undefined;
  return {
    schema: { ...answerSchema, properties: { reply, ...membersOf(answerSchema) } },
    faultsOf: compileSchema(reply),
  };
}

/** The first content is the reply, or a part of it, and the last says what it cost. An error has no structure. */
function structuredOf(
  { content, meta, isError }: ToolResult,
  { faultsOf }: ToolOutput,
  offset = 0,
): Pick<ToolResult, 'structured'> {
  const charge = chargeInMeta.safeParse(meta);
  if (isError || !charge.success) return {};
  const { callId, charged, balance } = charge.data['dev.farebox/charge'];
  const texts = content.slice(0, -1).flatMap((one) => (one.type === 'text' ? [one.text] : []));
  const [text = '', ...others] = texts;
  const reply = offset === 0 && others.length === 0 ? jsonIn(text) : undefined;
  const isTold = reply !== undefined && faultsOf(reply).length === 0;
  return {
    structured: {
      ...(isTold ? { reply } : { text: texts.join('\n') }),
      charged,
      ...(balance !== undefined && { balance }),
      call_id: callId,
    },
  };
}

function jsonIn(text: string): JsonValue | undefined {
  return jsonOrUndefined(text) === undefined ? undefined : parseJson(text);
}

function membersOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}
