import type { Published } from '../../writer.ts';
import type { WriterErrorCode } from '../../writer.ts';

/** What the writer's thread is started with. */
export interface WriterData {
  databaseFile: string;
  bell: Bell;
}

/** Counts the orders: whoever sends one rings it, and the thread may wait for that. */
export type Bell = Int32Array<SharedArrayBuffer>;

/** What the portal's thread sends to the writer's thread: several jobs at a time, or the wish to end. */
export type Order = { jobs: OrderedJob[] } | 'close';

export interface OrderedJob {
  number: number;
  verb: string;
  payload: unknown;
}

/** What comes back: first `ready`, then for each committed batch its outcomes, in order. */
export type Report = 'ready' | { published: Published[]; outcomes: Outcome[] };

export type Outcome =
  | { number: number; ok: true; result?: unknown }
  | { number: number; ok: false; code: WriterErrorCode; message: string };
