import type { Problem } from '../../lib/problem/problem.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import type { GivenInput } from './given-input.ts';
import type { InputResults, InputTask } from './input-work.ts';

/** A message to the thread: an input, its version and the task. */
export interface InputOrder {
  task: InputTask;
  version: Pick<CompiledVersion, 'document' | 'hash' | 'templateKey'>;
  input: Pick<GivenInput, 'contentType' | 'contentEncoding'> & { bytes: SharedArrayBuffer };
}

/** A message from the thread: once that it is ready, then one for each task. */
export type InputReport =
  | 'ready'
  | { result: InputResults[InputTask['kind']] }
  | { problem: Pick<Problem, 'code' | 'detail' | 'errors' | 'headers' | 'members'> }
  | { failure: string };
