/** Its message says what is wrong and what to do about it: a command prints that and nothing else. */
export class ExplainedError extends Error {}
