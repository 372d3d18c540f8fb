import { type JsonValue, parseJson } from '../lib/json/json.ts';

/**
 * A value whose JSON text already exists, from storage or a thread. HTTP sends the text unchanged; pages use the value.
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
