/** The message says what is wrong and how to fix it. Commands print only the message. */
export class ExplainedError extends Error {}
