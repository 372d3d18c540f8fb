import { setImmediate } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { JsonValue } from '../../lib/json/json.ts';
import type { ReplyUse } from './reply-use.ts';
import { jsonOf, usageOf } from '../inputs/reply-json.ts';

/** Longer events pass, but are not parsed. */
const longestEvent = 1024 * 1024;

/** Parsing this much takes about a millisecond. */
const sliceBytes = 256 * 1024;

/** The usage in a stream of events that was read whole. Other calls have their turn between two slices. */
export async function useOfEvents(body: Buffer): Promise<ReplyUse | undefined> {
  const events = new EventUsage();
  for (let at = 0; at < body.length; at += sliceBytes) {
    if (at > 0) await setImmediate();
    events.read(body.subarray(at, at + sliceBytes));
  }
  return events.use();
}

/** Reads the usage from a stream of events that passes by: the last event with a `usage` counts. */
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
    // The parser throws until it is reset.
    if (this.#isOverfull) this.#parser.reset();
    this.#isOverfull = false;
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
  }

  use(): ReplyUse | undefined {
    return this.#use;
  }
}
