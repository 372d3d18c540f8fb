import { z } from 'zod';

/** The roles of operators. All of them have the same rights so far: to see offline products and metrics. */
export const operatorRole = z.enum(['owner', 'publisher', 'finance', 'viewer']);

export type OperatorRole = z.output<typeof operatorRole>;
