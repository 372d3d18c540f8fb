import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { ReplyEvent } from './reply.ts';

interface Piece {
  text: string;
  /** Of a chunk of a language model, which of its answers it belongs to; null where the event is text itself. */
  choice: number | null;
}

/** An event is read once, however often the text is joined while more of them arrive. */
const pieces = new WeakMap<ReplyEvent, Piece | null>();

/**
 * The text that the events of a stream make together: what language models send (`choices[].delta.content` and its
 * relatives), else the data itself where that is no JSON. Null: there is no text in it.
 */
export function joinedText(events: readonly ReplyEvent[]): string | null {
  const found = events.map(pieceOf).filter((piece) => piece !== null);
  const chat = found.filter(({ choice }) => choice !== null);
  if (chat.length > 0) return joinedChoices(chat);
  return found.length > 0 ? joinedData(found.map(({ text }) => text)) : null;
}

function joinedChoices(found: readonly Piece[]): string {
  const texts = new Map<number | null, string>();
  for (const { choice, text } of found) texts.set(choice, (texts.get(choice) ?? '') + text);
  return [...texts.values()].join('\n\n');
}

/** White space at an edge says that what was sent are pieces of one text; without any, each is a line of its own. */
function joinedData(data: readonly string[]): string {
  const arePieces = data.some((text, index) => index > 0 && /^\s|\s$/.test(text));
  return data.join(arePieces ? '' : '\n');
}

function pieceOf(event: ReplyEvent): Piece | null {
  const known = pieces.get(event);
  if (known !== undefined) return known;
  const piece = readPiece(event);
  pieces.set(event, piece);
  return piece;
}

function readPiece({ event, data }: ReplyEvent): Piece | null {
  if (event === 'error' || data.trim() === '[DONE]') return null;
  if (!/^\s*[[{]/.test(data)) return { text: data, choice: null };
  const value = parsed(data);
  if (value === undefined) return { text: data, choice: null };
  return isJsonObject(value) ? chatPiece(value) : null;
}

function chatPiece(chunk: Record<string, JsonValue>): Piece | null {
  const [choice] = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
  if (isJsonObject(choice)) {
    const delta = isJsonObject(choice['delta']) ? choice['delta']['content'] : choice['text'];
    const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
    return typeof delta === 'string' ? { text: delta, choice: index } : null;
  }
  const { delta } = chunk;
  const text = isJsonObject(delta) ? delta['text'] : delta;
  return typeof text === 'string' ? { text, choice: 0 } : null;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return asJson(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What `JSON.parse` gives is JSON. */
function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
