/** The command cannot be done; the message is a sentence that says what to do instead. */
export class Refusal extends Error {
  override name = 'Refusal';
}
