import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { cutText } from '../../lib/agents/quoted-words.ts';
import { type JsonValue, parseJson, jsonOrUndefined } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { EventReader, type ReplyEvent, joinedText } from '../../lib/reply/event-reader.ts';
import { bareMediaType, isJsonType } from '../../lib/text/media-type.ts';
import { groupedNumber, countOf } from '../../lib/text/numbers.ts';
import type { CallResult } from '../calls/call-request.ts';
import type { Context } from '../context.ts';
import type { KeptAnswer } from '../store/ledger.ts';
import { wholeParameter } from '../list-parameters.ts';
import type { ToolContent } from './agent-tool.ts';

/** Larger pictures and sounds would be more than a client takes in one result. */
const mostFileBytes = 700 * 1024;
/** Some clients count other files as text, of which they take 25,000 tokens. */
const mostBlobBytes = 16 * 1024;

/** Of a stream whose events are joined. */
const mostStreamBytes = 2 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Wish {
  /** The character at which a text goes on. */
  offset: number;
  /** The argument that says it. */
  offsetName: string;
  /** Whether the request can be repeated for a later part, at no cost. */
  isRepeatable: boolean;
  /** Where all of it is; undefined if it was not stored. */
  link: () => Promise<ReplyLink | undefined>;
}

/**
 * A reply as a model reads it: text, an image, a sound, a small file, or the address of a large one. What was not
 * stored, because its caller has no storage left, is given whole: it was paid, and is nowhere else.
 */
export async function replyContent({ contentType, body }: WholeAnswer, wish: Wish): Promise<ToolContent[]> {
  const mimeType = bareMediaType(contentType);
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== undefined && mimeType !== 'image/svg+xml' && body.length <= mostFileBytes)
    return [{ type: kind === 'image' ? 'image' : 'audio', data: body.toString('base64'), mimeType }];
  const text =
    isJsonType(mimeType) || kind === undefined || mimeType === 'image/svg+xml' ? textOf(body) : undefined;
  if (text === undefined) return fileContent(body, mimeType, await wish.link());
  return textContent(mimeType === 'text/event-stream' ? streamText(body, text) : text, wish);
}

/** What a stream of events makes: the text of its pieces, or its events as JSON. Longer streams are told as they came. */
export function streamText(body: Buffer, raw: string): string {
  if (body.length > mostStreamBytes) return raw;
  const reader = new EventReader();
  reader.read(body);
  reader.end();
  const events = reader.events.filter(({ data }) => data.trim() !== '[DONE]');
  if (reader.leftOut || events.length === 0) return raw;
  const errors = events.filter(({ event }) => event === 'error');
  const text = hasMoreThanText(events) ? null : joinedText(events);
  if (text !== null)
    return [text, ...errors.map(({ data }) => `The stream reported an error: ${data}`)].join('\n');
  const isNamed = events.some(({ event }) => event !== 'message');
  return JSON.stringify(
    events.map(({ event, data }) => (isNamed ? { event, data: jsonOrText(data) } : jsonOrText(data))),
  );
}

/** Calls of tools in the chunks of a language model, or events of JSON beside those of plain text. */
function hasMoreThanText(events: readonly ReplyEvent[]): boolean {
  const isText = ({ data }: ReplyEvent) => jsonOrUndefined(data) === undefined;
  const messages = events.filter(({ event }) => event !== 'error');
  const isChat = messages.some((one) => !isText(one) && joinedText([one]) !== null);
  return isChat
    ? messages.some(({ data }) => /"tool_calls":\s*\[\s*\{|"input_json_delta"|"arguments\.delta"/.test(data))
    : messages.some(isText) && !messages.every(isText);
}

function jsonOrText(data: string): JsonValue {
  return jsonOrUndefined(data) === undefined ? data : parseJson(data);
}

function fileContent(body: Buffer, mimeType: string, link: ReplyLink | undefined): ToolContent[] {
  const type = mimeType || 'application/octet-stream';
  const whole = (uri: string): ToolContent => ({
    type: 'resource',
    resource: { uri, mimeType: type, blob: body.toString('base64') },
  });
  const what = `A file of ${countOf(body.length, 'byte')}, ${mimeType || 'of no type'}.`;
  if (!link) return [whole('farebox:response'), { type: 'text', text: `${what} It was not stored.` }];
  const words = { type: 'text' as const, text: `${what} It is at ${placeOf(link)}.` };
  if (body.length <= mostBlobBytes) return [whole(link.url), words];
  return [
    { type: 'resource_link', uri: link.url, name: 'response', mimeType: type, size: body.length },
    words,
  ];
}

async function textContent(
  text: string,
  { offset, offsetName, isRepeatable, link: find }: Wish,
): Promise<ToolContent[]> {
  if (offset > 0 && offset >= text.length)
    throw new Problem(
      'nothing-at-offset',
      `The result has ${countOf(text.length, 'character')}, and the offset is ${offset}. Nothing was charged.`,
    );
  const { text: part, next } = cutText(text, offset);
  if (next === null) return [{ type: 'text', text: part }];
  const link = await find();
  if (!link) return [{ type: 'text', text: text.slice(offset) }];
  const [from, to, all] = [offset, next, text.length].map(groupedNumber);
  const again = isRepeatable
    ? ` Or repeat the same request with ${offsetName} ${next}: it costs nothing.`
    : '';
  const more = `This is not all: characters ${from} to ${to} of ${all}. The whole is at ${placeOf(link)}.${again}`;
  return [
    { type: 'text', text: part },
    { type: 'text', text: more },
  ];
}

function placeOf({ url, until }: ReplyLink): string {
  return `${url} until ${until}, without a key`;
}

function textOf(body: Buffer): string | undefined {
  try {
    const text = utf8.decode(body);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Long enough to fetch a file. A call that is repeated with its quote gets a new address. */
const lifetimeMs = 60 * 60_000;

export interface ReplyLink {
  url: string;
  /** When the address ends. */
  until: string;
}

/** An address at which anybody reads the stored response of a call, for a while. */
export function replyLink({ settings, secret }: Context, callId: string): ReplyLink {
  const expires = Date.now() + lifetimeMs;
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signature(callId, expires, secret.signing).toString('base64url'),
  });
  const url = `${settings.url}/api/replies/${encodeURIComponent(callId)}?${query}`;
  return { url, until: new Date(expires).toISOString() };
}

/** Refuses an address that the portal did not sign, or that has ended. */
function requireReplyLink(
  { secret }: Pick<Context, 'secret'>,
  callId: string,
  { expires, signature: given }: { expires: number; signature: string },
): void {
  const bytes = Buffer.from(given, 'base64url');
  const isSigned = secret.all.some((one) => {
    const expected = signature(callId, expires, one);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  if (!isSigned)
    throw new Problem('not-found', 'This is not an address of a response, or only a part of it.');
  if (expires <= Date.now())
    throw new Problem(
      'link-expired',
      'The address of this response has ended. The same call with the same quote gives a new one and costs nothing.',
    );
}

function signature(callId: string, expires: number, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`reply ${callId} ${expires}`).digest();
}

export const replyQuery = z.object({
  expires: wholeParameter(0, 1e15, 'the time of the address').meta({
    description: 'When the address ends.',
    override: { type: 'integer', minimum: 0 },
  }),
  signature: z.string('the signature of the address').max(100).meta({ description: 'Of the portal.' }),
});

/** The stored response of a call, by an address that the portal signed. */
export async function readReply(
  context: Context,
  callId: string,
  query: z.output<typeof replyQuery>,
): Promise<KeptAnswer> {
  requireReplyLink(context, callId, query);
  const { calls } = context.store;
  const call = await calls.find(callId);
  const answer = call && (await calls.readAnswer(call.key));
  if (answer) return answer;
  throw new Problem('not-found', `The response of the call ${callId} is not stored, or is no longer stored.`);
}

export interface WholeAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

/** The answer to a call whose client reads no streams. */
export function wholeAnswer({ answer }: Pick<CallResult, 'answer'>): WholeAnswer {
  if ('chunks' in answer) throw new Error('A call of an agent was answered with a stream.');
  const { status, headers, payload } = answer;
  return { status, contentType: headers['content-type'] ?? '', body: Buffer.from(payload) };
}
