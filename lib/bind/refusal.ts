/** Why an input cannot be bound, in the terms of the input. */
export interface Refusal {
  pointer: string;
  detail: string;
}

/** Notes a refusal of a value, or of a member of it. It returns undefined, so that a function can refuse and be done. */
export type Refuse = (detail: string, member?: string) => undefined;
