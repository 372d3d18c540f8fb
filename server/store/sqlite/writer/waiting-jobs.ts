import type { Outcome } from './message.ts';
import { WriterError, type Result, type Verb } from '../../writer.ts';

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: WriterError) => void;
}

/**
 * Jobs that wait for a result, by number: an index that is reused afterwards. A map with many additions and removals
 * would hold memory until the next full garbage collection.
 */
export class WaitingJobs {
  readonly #places: (Waiting | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Sends a job under a new number, and waits for its result. */
  send<Name extends Verb>(post: (number: number) => void): Promise<Result<Name>> {
    const number = this.#free.pop() ?? this.#places.length + 1;
    return new Promise<Result<Name>>((resolve, reject) => {
      this.#places[number - 1] = { resolve: (result) => resolve(resultOf<Name>(result)), reject };
      post(number);
    });
  }

  settle(outcome: Outcome): void {
    const waiting = this.#take(outcome.number);
    if (outcome.ok) waiting?.resolve(outcome.result);
    else waiting?.reject(new WriterError(outcome.code, outcome.message));
  }

  failAll(error: WriterError): void {
    for (const place of this.#places.keys()) this.#take(place + 1)?.reject(error);
  }

  #take(number: number): Waiting | undefined {
    const waiting = this.#places[number - 1];
    if (!waiting) return undefined;
    this.#places[number - 1] = undefined;
    this.#free.push(number);
    return waiting;
  }
}

/** The writer returns the result of the job with this number. */
function resultOf<Name extends Verb>(result: unknown): Result<Name> {
  return result as Result<Name>;
}
