import { z } from 'zod';

/** The roles of operators. What each may do: server/operator/rights.ts. */
export const operatorRole = z.enum(['owner', 'publisher', 'finance', 'viewer']);

export type OperatorRole = z.output<typeof operatorRole>;
