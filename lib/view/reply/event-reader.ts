import { createParser } from 'eventsource-parser';
import { closingReceipt } from './closing-receipt.ts';
import type { ReplyEvent } from './reply.ts';

/** A list of more than this nobody reads, and it would make the page slow. */
const mostEvents = 10_000;
const mostCharacters = 8 * 1024 * 1024;
/** An event that is longer than this is not one to be read by a person. */
const longestEvent = 1024 * 1024;
/** A closing comment is a few hundred characters. */
const longestReceipt = 16 * 1024;

/** Reads the bytes of an event stream as they come, however they are cut. */
export class EventReader {
  readonly events: ReplyEvent[] = [];
  /** Further events are not listed: there are too many of them, or one is too long. */
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

  /** What the stream closed with, once it has ended as it should. */
  end(): unknown {
    this.#take(this.#decoder.decode());
    // A carriage return at the very end is the end of a line once nothing can follow it.
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
