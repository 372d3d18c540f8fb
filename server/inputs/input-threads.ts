import { availableParallelism } from 'node:os';
import { Problem } from '../../lib/problem/problem.ts';
import { WaitingLine, takeTurn } from '../limits/waiting-line.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import { dearestEstimate, type EstimateText } from './estimate-input.ts';
import type { GivenInput } from './read-json-object.ts';
import {
  type InputOrder,
  type InputResults,
  type InputTask,
  plainPriced,
  type SettledInput,
} from './input-work.ts';
import { InputThread } from './input-thread-handle.ts';

/** Leaves one processor to the main thread if there are several. */
const mostThreads = Math.min(Math.max(availableParallelism() - 1, 1), 4);

/** With tens of milliseconds each, the last one waits some seconds. Further requests are refused. */
const mostWaiting = 64;

/**
 * Threads for inputs that are large or slow to check, so that they do not delay other requests. They parse, validate,
 * price, bind and hash. Started on first use. Networks take turns.
 */
export class InputThreads {
  readonly #line = new WaitingLine({ mostUnderWay: mostThreads, mostWaiting });
  readonly #idle: InputThread[] = [];
  readonly #secret: Uint8Array;

  constructor(
    secret: Uint8Array,
    readonly entry?: URL,
  ) {
    this.#secret = secret;
  }

  async estimate(version: CompiledVersion, input: GivenInput, detailed: boolean): Promise<EstimateText> {
    try {
      const made = await this.#run(version, input, { kind: 'estimate', detailed, secret: this.#secret });
      const { buffer, byteOffset, byteLength } = made.json;
      return { json: Buffer.from(buffer, byteOffset, byteLength), ignored: made.ignored };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too-complex') throw error;
      return { json: JSON.stringify(dearestEstimate(version, detailed)), ignored: [] };
    }
  }

  prepare(
    version: CompiledVersion,
    input: GivenInput,
    variables: Record<string, string>,
    isStrict: boolean,
  ): Promise<InputResults['prepare']> {
    return this.#run(version, input, { kind: 'prepare', variables, isStrict });
  }

  hash(version: CompiledVersion, input: GivenInput): Promise<InputResults['hash']> {
    return this.#run(version, input, { kind: 'hash' });
  }

  /** The settled price of a metered call. Continues after a disconnect, because the call must be settled. */
  settle(
    version: CompiledVersion,
    { body, caller, input, quoted, priced }: SettledInput & { body: Buffer; caller: string },
  ): Promise<InputResults['settle']> {
    const given = { bytes: body, contentType: null, contentEncoding: null, network: caller, whenGone() {} };
    return this.#run(version, given, { kind: 'settle', input, quoted, priced: plainPriced(priced) });
  }

  async #run<Task extends InputTask>(
    { document, hash, templateKey }: CompiledVersion,
    input: GivenInput,
    task: Task,
  ): Promise<InputResults[Task['kind']]> {
    const { contentType, contentEncoding } = input;
    const order: InputOrder = {
      task,
      version: { document, hash, templateKey },
      input: { contentType, contentEncoding, bytes: sharedBytes(input.bytes) },
    };
    const leave = await takeTurn(
      this.#line,
      input,
      'Too many large inputs or responses are being processed.',
    );
    let thread: InputThread | undefined;
    try {
      // Throws if the system cannot create a thread.
      thread = this.#idleThread();
      return resultOf<Task>(await thread.run(order));
    } finally {
      if (thread?.isUsable) this.#idle.push(thread);
      leave();
    }
  }

  #idleThread(): InputThread {
    const thread = this.#idle.pop() ?? new InputThread(this.entry);
    return thread.isUsable ? thread : this.#idleThread();
  }
}

/** `doInputTask` returns the result type of its task. */
function resultOf<Task extends InputTask>(
  result: InputResults[InputTask['kind']],
): InputResults[Task['kind']] {
  return result as InputResults[Task['kind']];
}

/** Threads share these bytes instead of copying them, because they may be megabytes. */
function sharedBytes(bytes: Buffer): SharedArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof SharedArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}
