/** The heap of a worker: several times what ordinary input needs. */
export const heapLimitMib = 384;

export const memorySentence = `This input needs more than ${heapLimitMib} MiB of memory; send a smaller one.`;
