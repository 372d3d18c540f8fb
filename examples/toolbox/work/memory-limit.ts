/** Of one worker's heap: several times what any input of ordinary content needs. */
export const heapLimitMib = 384;

export const memorySentence = `This input needs more than ${heapLimitMib} MiB of memory; send a smaller one.`;
