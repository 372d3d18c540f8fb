/** The least length of a new password. */
export const leastPasswordLetters = 10;
