/** Thrown where work takes too long for the main thread. Whoever allowed so little does it again on another thread. */
export class InlineLimit extends Error {}
