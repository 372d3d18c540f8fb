/** The command made its check, and printed what it found. It ends with exit code 1. */
export class CheckFailed extends Error {}
