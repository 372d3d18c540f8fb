import { z } from 'zod';
import { modelSchema } from '../../lib/agents/model-schema.ts';
import { type JsonObject, isJsonObject, type JsonValue } from '../../lib/json/json.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { invalidBody } from '../../lib/problem/problem.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import { closestName } from '../../lib/text/names.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../context.ts';
import type { RequestNames } from '../log.ts';

/** Who uses a tool, and what the address that they use says. */
export interface AgentSession {
  context: Context;
  caller: Caller;
  network: string;
  names: RequestNames;
  /** The most that a call may cost, by the address; null for no limit. */
  mostCredits: number | null;
  asking: Asking;
  /** Of the tool that runs. */
  argumentPrefix: string;
  /** Calls the listener if the connection ends before the answer is complete. */
  whenGone(listener: () => void): void;
}

/** When and how the person of an agent is asked for the price of a call. */
export interface Asking {
  /** Only for more credits. */
  above: number;
  canAsk: boolean;
  /** What the person said to a question, and to which quote. */
  answer: { quote: string; agreed: boolean } | undefined;
}

/** What the person of an agent is asked before a call. */
export interface PriceQuestion {
  message: string;
  /** That the call gets if they agree. */
  quote: string;
}

export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number };

export interface ToolResult {
  content: ToolContent[];
  /** Of a tool with an output schema, which it conforms to: clients refuse a result that has none. */
  structured?: JsonObject;
  /** For programs. Most hosts show models the content alone, so prices are in both. */
  meta?: JsonObject;
  isError?: true;
  /** What is asked in place of a result. */
  question?: PriceQuestion;
}

interface ToolDefinition<Input extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** Of a search: what to send in place of arguments that it does not have. All that there is would pass for what they ask. */
  instead?: string;
  hints: ToolHints;
  run(session: AgentSession, input: z.output<Input>): Promise<ToolResult>;
}

interface ToolHints {
  readOnlyHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** What a model may do. */
export interface AgentTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  hints: ToolHints;
  meta?: JsonObject;
  /** Before `quote`, `max_credits` and their like, where a product has fields beside them. */
  argumentPrefix?: string;
  /** Arguments as they came. */
  run(session: AgentSession, given: JsonObject): Promise<ToolResult>;
}

/** A tool whose arguments are parsed before it runs. */
export function agentTool<Input extends z.ZodObject>({
  input,
  instead,
  run,
  ...words
}: ToolDefinition<Input>): AgentTool {
  return {
    ...words,
    inputSchema: schemaOf(input),
    run: async (session, given) => run(session, readToolArguments(input, given, instead)),
  };
}

/** The schema of arguments, in the keywords that every client reads. OpenAI refuses one without `properties`. */
export function schemaOf(input: z.ZodObject): JsonObject {
  const schema = z.toJSONSchema(input, { io: 'input', override: ({ jsonSchema }) => leaveOut(jsonSchema) });
  return { properties: {}, ...modelSchema(schemaNode(asJson(schema))) };
}

/** Which members an input has is not for the schema of the tool to say, and where whole numbers end is no news. */
function leaveOut(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.additionalProperties;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** What `z.toJSONSchema` makes is JSON. */
function asJson(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

export function textResult(lines: string[], meta?: JsonObject): ToolResult {
  return { content: [{ type: 'text', text: lines.join('\n') }], ...(meta && { meta }) };
}

/**
 * The arguments of a tool as models and their clients send them. Null and an empty text are those of a client that fills
 * in every argument; a number and an input may be texts. What looks like a misspelt argument is refused, since a limit
 * that is ignored is none; others are let pass, because some clients add arguments of their own.
 */
export function readToolArguments<Input extends z.ZodObject>(
  input: Input,
  given: JsonObject,
  instead?: string,
): z.output<Input> {
  const known = Object.keys(input.shape);
  const isGiven = (name: string) => (given[name] ?? '') !== '';
  const otherwise = known.some(isGiven) ? undefined : instead;
  const faults = Object.keys(given)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = closestName(name, known);
      const way = meant === undefined ? otherwise : `Did you mean ${meant}?`;
      return way === undefined ? [] : [{ pointer: `/${name}`, detail: `there is no such argument. ${way}` }];
    });
  if (faults.length > 0) throw invalidBody(faults);
  const shape: Record<string, z.core.$ZodType> = input.shape;
  const read: JsonObject = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = given[name];
    const isFilledIn = (value === null || value === '') && takes(schema, undefined);
    if (value !== undefined && !isFilledIn) read[name] = asMeant(schema, value);
  }
  const parsed = input.safeParse(read);
  if (parsed.success) return parsed.data;
  throw invalidBody(
    parsed.error.issues.map((issue) => ({
      pointer: `/${issue.path.join('/')}`,
      detail: issueWords(issue, read),
    })),
  );
}

/** What is wrong with an argument, in words of the caller and not of the library. */
function issueWords(issue: z.core.$ZodIssue, given: JsonObject): string {
  if (given[String(issue.path[0])] === undefined) return 'is missing.';
  if (issue.code === 'invalid_type') return `must be ${typeWords[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}.`;
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}${unit}.`;
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}${unit}.`;
  return issue.message;
}

const typeWords: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  record: 'a JSON object',
  object: 'a JSON object',
};

function asMeant(schema: z.core.$ZodType, value: JsonValue): JsonValue {
  if (typeof value !== 'string' || takes(schema, value)) return value;
  if (/^-?\d{1,15}$/.test(value.trim())) return Number(value);
  if (!takes(schema, {})) return value;
  const parsed = parseStrictJson(value);
  return isJsonObject(parsed) ? parsed : value;
}

function takes(schema: z.core.$ZodType, value: JsonValue | undefined): boolean {
  return z.safeParse(schema, value).success;
}
