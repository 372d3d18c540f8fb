import { type CredentialPattern, EncodedReader } from './credential-pattern.ts';

/** The replacement for a credential in a response. */
export const credentialMark = '[credential removed]';

/** Yields when other work should run; returns the cleaned bytes. */
export type Slices = Generator<void, Buffer>;

const markBytes = Buffer.from(credentialMark);
const nothing = Buffer.alloc(0);

/** After this time, a response with many possible matches yields to others. */
const sliceMs = 5;

/** Steps between two checks of the clock: some tens of microseconds. */
const stepsBetweenLooks = 16 * 1024;

/** Joining more parts at once would take milliseconds. */
const mostParts = 1_000;

/**
 * Removes credentials from a response in chunks. A possible match at the end waits for the next chunk. The methods are
 * generators that yield when other work should run.
 */
export class CredentialFilter {
  readonly #patterns: readonly CredentialPattern[];
  readonly #isText: boolean;
  /** By byte: whether a match may begin with it. This skips nearly every byte of a response. */
  readonly #mayBegin = new Uint8Array(256);
  readonly found = new Set<string>();
  #held: Buffer = nothing;
  /** Steps since the last check of the clock. */
  #steps = 0;
  #sliceEndsAtMs = 0;

  constructor(patterns: readonly CredentialPattern[], isText: boolean) {
    this.#patterns = isText ? patterns : patterns.filter(({ isRaw }) => isRaw);
    this.#isText = isText;
    for (const pattern of this.#patterns)
      for (const byte of pattern.firstBytes(isText)) this.#mayBegin[byte] = 1;
  }

  /** Cleans the bytes that cannot be part of a later match. */
  take(chunk: Buffer): Slices {
    return this.#clean(chunk, false);
  }

  end(): Slices {
    return this.#clean(nothing, true);
  }

  whole(body: Buffer): Slices {
    return this.#clean(body, true);
  }

  *#clean(chunk: Buffer, isLast: boolean): Slices {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = nothing;
    const reader = new EncodedReader(bytes);
    const joined: Buffer[] = [];
    const parts: Buffer[] = [];
    let clean = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#steps + reader.steps > stepsBetweenLooks) yield* this.#lookAtClock(reader);
      const end = this.#mayBegin[bytes[at] ?? 0] === 1 ? this.#match(reader, at, isLast) : 0;
      if (end > 0) {
        parts.push(bytes.subarray(clean, at), markBytes);
        if (parts.length > mostParts) joined.push(Buffer.concat(parts.splice(0)));
        clean = end;
        at = end;
      } else if (end < 0) {
        this.#held = bytes.subarray(at);
        break;
      } else at += 1;
      reader.steps += 1;
    }
    this.#steps += reader.steps;
    const rest = bytes.subarray(clean, at);
    return clean === 0 ? rest : Buffer.concat([...joined, ...parts, rest]);
  }

  *#lookAtClock(reader: EncodedReader): Generator<void, void> {
    reader.steps = 0;
    this.#steps = 0;
    if (performance.now() < this.#sliceEndsAtMs) return;
    if (this.#sliceEndsAtMs > 0) yield;
    this.#sliceEndsAtMs = performance.now() + sliceMs;
  }

  /** While the longest pattern may still match, the others wait. */
  #match(reader: EncodedReader, at: number, isLast: boolean): number {
    const isDecoded = this.#isText && reader.decode(at);
    for (const pattern of this.#patterns) {
      if (isDecoded && !pattern.mayBeginWith(reader)) continue;
      const end = pattern.match(reader, at, this.#isText);
      if (end < 0 && !isLast) return end;
      if (end > 0) {
        this.found.add(pattern.secretName);
        return end;
      }
    }
    return 0;
  }
}

/** Cleans small texts without yielding. */
export function atOnce(slices: Slices): Buffer {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}
