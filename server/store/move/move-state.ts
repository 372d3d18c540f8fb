import { z } from 'zod';
import { ExplainedError } from '../../../lib/problem/problem.ts';

/** A step of the move of a SQLite portal to PostgreSQL. `id` names the move, in both databases. */
export const movePayload = z.discriminatedUnion('step', [
  /** Changes nothing if a move has begun. */
  z.strictObject({ step: z.literal('begin'), id: z.string(), target: z.string(), now: z.int() }),
  z.strictObject({ step: z.literal('finish'), id: z.string(), now: z.int() }),
  /** Changes nothing if the move is complete. */
  z.strictObject({ step: z.literal('cancel') }),
]);

export type MovePayload = z.output<typeof movePayload>;

export interface Move {
  id: string;
  /** The address, without user and password. */
  target: string;
  isComplete: boolean;
}

/** What an operator is told of data that is being moved, or has moved. */
export function moveSentence({ target, isComplete }: Move): string {
  return isComplete
    ? `The data has moved to ${target}: start the portal with DATABASE_URL. This folder no longer accepts changes.`
    : `The data is being moved to ${target}, and nothing else changes it meanwhile. Go on with the same "farebox move", or end it with: npm run farebox -- move --cancel`;
}

/** The data was not moved. The message says why, and what to do. */
export class MoveRefused extends ExplainedError {
  override name = 'MoveRefused';
}
