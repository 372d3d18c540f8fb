/** What an operation answers: its media type, and a text, bytes, or events sent as they are made. */
export interface Reply {
  type: string;
  body: string | Uint8Array | AsyncIterable<string>;
}

/** An operation takes one flat object of all its parameters, body fields and its file. */
export type Operation = (input: unknown) => Reply | Promise<Reply>;

export function operation<Input>(run: (input: Input) => Reply | Promise<Reply>): Operation {
  return (input) => run(asDocumented<Input>(input));
}

export function json(value: unknown): Reply {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/** An input that fits the document and still makes no sense; answered as 422 with this sentence. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** The server validates each request against its document first, and fills in defaults; that is what makes this true. */
function asDocumented<Input>(input: unknown): Input {
  return input as Input;
}
