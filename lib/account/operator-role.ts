import { z } from 'zod';

/** What operators may do: owner everything, publisher products, finance credits and accounts, viewer read. */
export const operatorRole = z.enum(['owner', 'publisher', 'finance', 'viewer']);

export type OperatorRole = z.output<typeof operatorRole>;
