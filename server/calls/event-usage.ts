import { createParser } from 'eventsource-parser';
import type { JsonValue } from '../../lib/json/json.ts';
import type { CallEvent } from './settle-call.ts';
import { jsonOf, usageOf } from '../inputs/reply-json.ts';

/** An event that is longer is not one that tells of use; it passes, but is not looked into. */
const longestEvent = 1024 * 1024;

/** Looks for what was used in a stream of events that passes by: the last event that has a `usage` says it. */
export class EventUsage {
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    maxBufferSize: longestEvent,
    onError: ({ type }) => {
      this.#isOverfull ||= type === 'max-buffer-size-exceeded';
    },
    onEvent: ({ data }) => {
      if (!data.includes('"usage"')) return;
      const response = jsonOf(data);
      const usage = usageOf(response);
      if (usage !== undefined && usage !== null) this.#use = { response, usage };
    },
  });
  #use: { response: JsonValue | undefined; usage: JsonValue | undefined } | undefined;

  #isOverfull = false;

  read(chunk: Uint8Array): void {
    // Until then the parser takes nothing more, and would throw.
    if (this.#isOverfull) this.#parser.reset();
    this.#isOverfull = false;
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
  }

  use(): CallEvent['use'] {
    return this.#use;
  }
}
