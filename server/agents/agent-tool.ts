import { z } from 'zod';
import { modelSchema } from '../../lib/agents/model-schema.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import type { RequestNames } from '../request-names.ts';
import { readToolArguments } from './tool-arguments.ts';

/** Who uses a tool, and what the address that they use says. */
export interface AgentSession {
  context: Context;
  caller: Caller;
  network: string;
  names: RequestNames;
  /** The most that a call may cost, by the address; null for no limit. */
  mostCredits: number | null;
  asking: Asking;
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
  hints: ToolHints;
  run(session: AgentSession, input: z.output<Input>): Promise<ToolResult>;
}

export interface ToolHints {
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
  /** Arguments as they came. */
  run(session: AgentSession, given: JsonObject): Promise<ToolResult>;
}

/** A tool whose arguments are parsed before it runs. */
export function agentTool<Input extends z.ZodObject>({
  input,
  run,
  ...words
}: ToolDefinition<Input>): AgentTool {
  return {
    ...words,
    inputSchema: schemaOf(input),
    run: async (session, given) => run(session, readToolArguments(input, given)),
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
