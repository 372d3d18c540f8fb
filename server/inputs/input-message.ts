import type { Problem } from '../../lib/problem/problem.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import type { GivenInput } from './given-input.ts';
import type { InputResults, InputTask } from './input-work.ts';

/** From the main thread: an input, the version that reads it, and what is wanted. */
export interface InputOrder {
  task: InputTask;
  version: Pick<CompiledVersion, 'document' | 'hash' | 'templateKey'>;
  input: Pick<GivenInput, 'contentType' | 'contentEncoding'> & { bytes: SharedArrayBuffer };
}

/** From the thread: that it may be asked, and then one for each order. */
export type InputReport =
  | 'ready'
  | { result: InputResults[InputTask['kind']] }
  | { problem: Pick<Problem, 'code' | 'detail' | 'errors' | 'headers' | 'members'> }
  | { failure: string };
