import type { JsonValue } from '../lib/json/json.ts';
import { parseJson } from '../lib/json/parse-json.ts';

/**
 * A value whose JSON is at hand: it is stored so, or a thread has written it. HTTP sends the text as it is, and a page
 * takes the value.
 */
export class JsonText<Value> {
  readonly text: string | Buffer;
  readonly #read: (json: JsonValue) => Value;

  constructor(text: string | Buffer, read: (json: JsonValue) => Value) {
    this.text = text;
    this.#read = read;
  }

  value(): Value {
    return this.#read(parseJson(this.text.toString()));
  }
}
