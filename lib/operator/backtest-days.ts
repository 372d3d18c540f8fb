/** Of how many days calls are priced again. */
export const backtestDays = [1, 7, 30, 90] as const;

/** More columns than these have no room beside each other. */
export const mostDraftsBeside = 4;
