import type { Answer, CallClient } from '../calls/call-request.ts';
import type { UpstreamReply } from '../gateway/upstream-reply.ts';
import { problemResponse } from '../http/problem-response.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import { bodyTooLarge } from '../inputs/body-too-large.ts';
import type { RequestNames } from '../request-names.ts';

/**
 * The client of a call by an agent. It is never gone: a connection that was lost does not end a paid call, whose result
 * the same quote gets again.
 */
export class AgentCallClient implements CallClient {
  readonly gone = undefined;
  readonly readsWhole = true;
  readonly #listeners: (() => void)[] = [];

  constructor(
    readonly network: string,
    readonly names: RequestNames,
    /** Null where files of the input are still to be fetched. */
    readonly announcedBytes: number | null,
    readonly input: (mostBytes: number, account: string | undefined) => Promise<GivenInput>,
    /** A refusal as it is meant for the agent. */
    readonly meant: (error: unknown) => unknown,
  ) {}

  async readInput(mostBytes: number, account: string | undefined): Promise<GivenInput> {
    const input = await this.input(mostBytes, account);
    if (input.bytes.length > mostBytes) throw bodyTooLarge({ limitBytes: mostBytes });
    return input;
  }

  whenGone(): void {}

  whenOver(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The answer was passed on. */
  end(): void {
    for (const listener of this.#listeners) listener();
  }

  replyAnswer({ contentType }: UpstreamReply, body: Buffer): Answer {
    return {
      status: 200,
      headers: { 'content-type': contentType || 'application/octet-stream' },
      payload: body,
    };
  }

  problemAnswer(error: unknown): Answer {
    return problemResponse(this.meant(error), this.names);
  }

  streamHead(): never {
    throw new Error('A call of an agent is answered whole.');
  }
}
