import { type CredentialPattern, EncodedReader } from './credential-pattern.ts';

/** What stands for a credential that an upstream shows. */
export const credentialMark = '[credential removed]';

const markBytes = Buffer.from(credentialMark);
const nothing = Buffer.alloc(0);

/** Takes credentials out of what passes by, in whatever pieces it comes: a part that may be one waits for the next. */
export class CredentialFilter {
  readonly #patterns: readonly CredentialPattern[];
  readonly #isText: boolean;
  /** By byte, whether a match may begin with it: nearly every byte of a reply is passed over by this alone. */
  readonly #mayBegin = new Uint8Array(256);
  readonly found = new Set<string>();
  #held: Buffer = nothing;

  constructor(patterns: readonly CredentialPattern[], isText: boolean) {
    this.#patterns = isText ? patterns : patterns.filter(({ isRaw }) => isRaw);
    this.#isText = isText;
    for (const pattern of this.#patterns)
      for (const byte of pattern.firstBytes(isText)) this.#mayBegin[byte] = 1;
  }

  /** As much of it as can be told by now. */
  take(chunk: Buffer): Buffer {
    return this.#clean(chunk, false);
  }

  /** The rest. */
  end(): Buffer {
    return this.#clean(nothing, true);
  }

  whole(body: Buffer): Buffer {
    return this.#clean(body, true);
  }

  #clean(chunk: Buffer, isLast: boolean): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = nothing;
    const reader = new EncodedReader(bytes);
    const parts: Buffer[] = [];
    let clean = 0;
    let at = 0;
    while (at < bytes.length) {
      const end = this.#mayBegin[bytes[at] ?? 0] === 1 ? this.#match(reader, at, isLast) : 0;
      if (end > 0) {
        parts.push(bytes.subarray(clean, at), markBytes);
        clean = end;
        at = end;
      } else if (end < 0) {
        this.#held = bytes.subarray(at);
        break;
      } else at += 1;
    }
    const rest = bytes.subarray(clean, at);
    return parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
  }

  /** The longest pattern comes first: where that may still match, the others wait. */
  #match(reader: EncodedReader, at: number, isLast: boolean): number {
    for (const pattern of this.#patterns) {
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
