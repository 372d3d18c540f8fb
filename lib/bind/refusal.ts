/** Why an input cannot be sent, in terms of the input. */
export interface Refusal {
  pointer: string;
  detail: string;
}

/**
 * Records why a value or one of its members is refused. Returns undefined, so that functions can `return refuse(…)`.
 */
export type Refuse = (detail: string, member?: string) => undefined;
