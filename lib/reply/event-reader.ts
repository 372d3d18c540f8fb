import { createParser } from 'eventsource-parser';
import { jsonOrUndefined, isJsonObject, type JsonValue } from '../json/json.ts';

export interface ReplyEvent {
  event: string;
  data: string;
  id?: string;
}

/** A longer list would make the page slow. */
const mostEvents = 10_000;
const mostCharacters = 8 * 1024 * 1024;
/** A longer event is not shown. */
const longestEvent = 1024 * 1024;
/** A closing comment has a few hundred characters. */
const longestReceipt = 16 * 1024;

/** Parses an event stream from chunks of bytes. */
export class EventReader {
  readonly events: ReplyEvent[] = [];
  /** Further events are not listed: there are too many, or one is too long. */
  leftOut = false;
  readonly #decoder = new TextDecoder();
  #characters = 0;
  #tail = '';
  readonly #parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ event, data, id }) => this.#keep(event ?? 'message', data, id),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') this.leftOut = true;
    },
  });

  read(chunk: Uint8Array): void {
    this.#take(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The closing comment of a complete stream. */
  end(): unknown {
    this.#take(this.#decoder.decode());
    // A carriage return at the very end ends a line.
    if (this.#tail.endsWith('\r')) this.#feed('\n');
    return closingReceipt(this.#tail);
  }

  #take(text: string): void {
    this.#tail = (this.#tail + text).slice(-longestReceipt);
    this.#feed(text);
  }

  #feed(text: string): void {
    if (!this.leftOut) this.#parser.feed(text);
  }

  #keep(event: string, data: string, id: string | undefined): void {
    this.#characters += data.length;
    if (this.events.length >= mostEvents || this.#characters > mostCharacters) this.leftOut = true;
    else this.events.push(id === undefined ? { event, data } : { event, data, id });
  }
}

/**
 * The JSON of the comment with which the portal closes a stream; null without one. Only the very last comment counts:
 * the API can write such comments, too.
 */
function closingReceipt(text: string): unknown {
  const lastLine =
    text
      .trimEnd()
      .split(/\r\n|\r|\n/)
      .at(-1) ?? '';
  const json = /^: ?farebox-receipt (\{.*\})$/.exec(lastLine)?.[1];
  return jsonOrUndefined(json) ?? null;
}

interface Piece {
  text: string;
  /** The index of the choice that a chunk of a language model belongs to; null for plain text. */
  choice: number | null;
}

/** Caches the text of each event, because the text is joined again as events arrive. */
const pieces = new WeakMap<ReplyEvent, Piece | null>();

/**
 * The joined text of a stream: the chunks of language models (`choices[].delta.content` and the like), or the data if
 * it is not JSON. Null if there is no text.
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

/** White space at the edges means that the events are pieces of one text. Otherwise each is a line. */
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
  const value = jsonOrUndefined(data);
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
