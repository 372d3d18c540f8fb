/** The response of an operation: its media type, and a text, bytes, or events that are sent one by one. */
export interface Reply {
  type: string;
  body: string | Uint8Array | AsyncIterable<string>;
}

/** An operation takes one flat object with all parameters, body fields and the file. */
export type Operation = (input: unknown) => Reply | Promise<Reply>;

export function operation<Input>(run: (input: Input) => Reply | Promise<Reply>): Operation {
  return (input) => run(asDocumented<Input>(input));
}

export function json(value: unknown): Reply {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/** A valid input that makes no sense. The response is 422 with this sentence. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** The server validates each request against its document, which guarantees the type. */
function asDocumented<Input>(input: unknown): Input {
  return input as Input;
}
