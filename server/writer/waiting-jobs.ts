import type { Outcome } from './message.ts';
import { type Result, type Verb, WriterError } from './writer.ts';

/** Methods, so that each may take the result of its own verb: whoever answers a number answers for its verb. */
interface Waiting {
  resolve(result: unknown): void;
  reject(error: WriterError): void;
}

/** The jobs that were sent to somebody who answers by number. */
export class WaitingJobs {
  readonly #waiting = new Map<number, Waiting>();
  #lastNumber = 0;

  get size(): number {
    return this.#waiting.size;
  }

  /** Sends a job under a number of its own, and waits for the answer. */
  send<Name extends Verb>(post: (number: number) => void): Promise<Result<Name>> {
    const number = ++this.#lastNumber;
    return new Promise<Result<Name>>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      post(number);
    });
  }

  settle(outcome: Outcome): void {
    const waiting = this.#waiting.get(outcome.number);
    this.#waiting.delete(outcome.number);
    if (outcome.ok) waiting?.resolve(outcome.result);
    else waiting?.reject(new WriterError(outcome.code, outcome.message));
  }

  failAll(error: WriterError): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
