/** Thrown when work takes too long for the main thread. The caller then repeats it on another thread. */
export class InlineLimit extends Error {}
