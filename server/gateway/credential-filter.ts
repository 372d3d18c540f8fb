import { type CredentialPattern, EncodedReader } from './credential-pattern.ts';

/** Replaces a credential that an upstream shows. */
export const credentialMark = '[credential removed]';

/** Cleaned bytes, with a yield wherever others should have their turn. */
export type Slices = Generator<void, Buffer>;

const markBytes = Buffer.from(credentialMark);
const nothing = Buffer.alloc(0);

/** A reply in which much looks like a credential lets others have their turn after this. */
const sliceMs = 5;

/** The clock is looked at after so many steps: some tens of microseconds. */
const stepsBetweenLooks = 16 * 1024;

/** Joining more parts than these at once would take milliseconds. */
const mostParts = 1_000;

/**
 * Takes credentials out of a reply, in whatever pieces it comes: a part that may be one waits for the next. The methods
 * return slices: generators that yield where others should have their turn.
 */
export class CredentialFilter {
  readonly #patterns: readonly CredentialPattern[];
  readonly #isText: boolean;
  /** By byte, whether a match may begin with it: nearly every byte of a reply is passed over by this alone. */
  readonly #mayBegin = new Uint8Array(256);
  readonly found = new Set<string>();
  #held: Buffer = nothing;
  /** Since the clock was looked at. */
  #steps = 0;
  #sliceEndsAtMs = 0;

  constructor(patterns: readonly CredentialPattern[], isText: boolean) {
    this.#patterns = isText ? patterns : patterns.filter(({ isRaw }) => isRaw);
    this.#isText = isText;
    for (const pattern of this.#patterns)
      for (const byte of pattern.firstBytes(isText)) this.#mayBegin[byte] = 1;
  }

  /** Cleans as much as can be told by now. */
  take(chunk: Buffer): Slices {
    return this.#clean(chunk, false);
  }

  /** Cleans the rest. */
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

  /** The longest pattern comes first: where that may still match, the others wait. */
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

/** Cleans small texts without a pause. */
export function atOnce(slices: Slices): Buffer {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}
