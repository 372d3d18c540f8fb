import { createParser } from 'eventsource-parser';
import { jsonOrUndefined } from '../json/json-or-undefined.ts';

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
