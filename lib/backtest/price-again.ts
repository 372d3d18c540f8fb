import { chargedCredits, chargeRow } from '../call/charges.ts';
import { canonicalJson, type JsonObject } from '../json/json.ts';
import type { ProgramLine } from '../price/compile-price.ts';
import {
  evaluatePrice,
  isSettledLine,
  type PricedLine,
  settlePrice,
  type SettledLine,
} from '../price/evaluate.ts';
import { type LineFacts, recomputePrice, type RecomputedPrice } from '../price/recompute.ts';
import { newWork, type Work } from '../price/work.ts';
import { replyWithoutUse } from '../receipt/receipt.ts';
import {
  type CallFacts,
  type DraftPricing,
  type EndFacts,
  fileFields,
  type Pricing,
  type UncoveredReason,
} from './call-facts.ts';
import {
  noSources,
  readsOneOf,
  readsVariable,
  sameFacts,
  type SameSources,
  sameSources,
} from './same-sources.ts';

/** What a call would have been charged. */
export interface Covered {
  covered: true;
  charged: number;
  /** What it would have held first. Undefined if that is not known of a call that is free whatever it held. */
  quoted: number | undefined;
  /** Null if it is free whatever the lines are. */
  priced: RecomputedPrice | null;
}

export type PricedAgain = Covered | Uncovered;

interface Uncovered {
  covered: false;
  why: UncoveredReason;
}

/**
 * Prices calls of one version by a draft: as if the draft had been in force in its place. How a call ended stays as it was.
 * The work of a price, which has a limit, is counted for each call anew.
 */
export class PriceAgain {
  readonly #earlier: Pricing;
  readonly #draft: DraftPricing;
  /** Whether both read the same input in the same way: the facts of one are then those of the other. */
  readonly #readsSame: boolean;
  readonly #sources: SameSources[];

  constructor(earlier: Pricing, draft: DraftPricing) {
    this.#earlier = earlier;
    this.#draft = draft;
    this.#readsSame = canonicalJson(earlier.inputSchema) === canonicalJson(draft.inputSchema);
    this.#sources = draft.program.lines.map((line) =>
      this.#readsSame ? sameSources(earlier.program, line) : noSources,
    );
  }

  of(call: CallFacts): PricedAgain {
    // Nobody knows what such a call did; it is free by any price.
    if (call.state === 'unknown') return free(undefined);
    if (!call.ending) return uncovered('running');
    const { ending } = call;
    const charge = chargeRow(this.#draft.charges, ending.outcome);
    const one = new OneCall(this.#earlier, call, ending);
    const quote = this.#quote(one);
    const quoted = 'lines' in quote ? this.#quoted(one, quote.credits) : quote;
    if (charge === 'nothing') return free(typeof quoted === 'number' ? quoted : undefined);
    if (!('lines' in quote)) return quote;
    if (typeof quoted !== 'number') return quoted;
    if (charge === 'quoted' || !this.#draft.program.lines.some(isSettledLine))
      return { covered: true, charged: quoted, quoted, priced: quote };
    const settled = this.#settled(one, quote);
    if (settled && !('lines' in settled)) return settled;
    const charged = chargedCredits('settled', quoted, settled?.credits ?? null);
    return { covered: true, charged, quoted, priced: settled ?? quote };
  }

  #quote(one: OneCall): RecomputedPrice | Uncovered {
    const lines: LineFacts[] = [];
    for (const [index, line] of this.#draft.program.lines.entries()) {
      const known = sameFacts(line, this.#sources[index] ?? noSources, one.quoteLines ?? []);
      const facts = known ?? this.#evaluate(one, line);
      if ('why' in facts) return facts;
      lines.push(facts);
    }
    return recomputePrice(this.#draft.program.price, lines) ?? uncovered('no-price');
  }

  #evaluate(one: OneCall, line: ProgramLine): LineFacts | Uncovered {
    if (!one.call.input) return uncovered(one.quoteLines ? 'no-input' : 'no-quote-lines');
    const { when, rule } = line;
    const value = rule.kind === 'flat' ? undefined : rule.kind === 'choice' ? rule.value : rule.quoted;
    if ([when, value].some((expression) => expression && readsOneOf(expression, one.files)))
      return uncovered('file');
    const input = this.#input(one);
    if ('why' in input) return input;
    const { price } = this.#draft.program;
    const priced = evaluatePrice({ price, lines: [line] }, { input: input.value }, one.work);
    return priced.ok ? (priced.lines[0] ?? {}) : uncovered('no-price');
  }

  /** The input as a call of the draft has it. */
  #input({ call: { input }, files }: OneCall): { value: JsonObject } | Uncovered {
    if (!input) return uncovered('no-input');
    if (this.#readsSame) return { value: input };
    if (files.size > 0) return uncovered('file');
    const value = this.#draft.readInput(input);
    return value ? { value } : uncovered('no-price');
  }

  /**
   * A quote that was sent with the call and promised another price than that of its version came from a price before it.
   * It would have stood in the way of the draft, too. One that promised the price of the version would have promised
   * that of the draft.
   */
  #quoted(one: OneCall, credits: number): number | Uncovered {
    const { promised } = one.ending;
    if (promised === undefined) return credits;
    const before = one.quotedByVersion();
    if (before === undefined) return uncovered('no-quote-lines');
    return promised === before ? credits : Math.min(credits, promised);
  }

  /** Null if the use has no price, which makes a call free. */
  #settled(one: OneCall, quote: RecomputedPrice): RecomputedPrice | Uncovered | null {
    const applying = this.#draft.program.lines.flatMap((line, index) =>
      isSettledLine(line) && quote.lines[index]?.applies !== false ? [{ line, index }] : [],
    );
    const use = one.use;
    if (use === 'absent') return null;
    const failed = this.#readsSame ? one.failedSources() : undefined;
    if (failed?.every((source) => applying.some(({ line }) => line.rule.settled.source === source)))
      return null;
    const facts: LineFacts[] = [...quote.lines];
    let unknown: Uncovered | undefined;
    for (const { line, index } of applying) {
      const known = this.#settledQuantity(one, this.#sources[index] ?? noSources);
      const settled = known ?? this.#evaluateUse(one, line, quote.lines[index]);
      if (settled === null) return null;
      if ('why' in settled) unknown ??= settled;
      else facts[index] = settled;
    }
    if (unknown) return unknown;
    if (use === 'unknown') return uncovered('no-usage');
    return recomputePrice(this.#draft.program.price, facts) ?? uncovered('no-price');
  }

  #settledQuantity(
    { useLines, quoteLines }: OneCall,
    { settled, settledByQuote }: SameSources,
  ): LineFacts | undefined {
    const known = [
      ...settled.map((line) => useLines?.[line]?.quantity),
      ...settledByQuote.map((line) => quoteLines?.[line]?.quantity),
    ].find((quantity) => quantity !== undefined);
    return known === undefined ? undefined : { quantity: known };
  }

  #evaluateUse(
    one: OneCall,
    line: SettledLine,
    quoted: PricedLine | undefined,
  ): LineFacts | Uncovered | null {
    const { settled } = line.rule;
    const { usage } = one.ending;
    if (one.use === 'unknown' || readsVariable(settled, 'response')) return uncovered('no-usage');
    if (usage === undefined && readsVariable(settled, 'usage')) return uncovered('no-usage');
    const needsInput = settled.reads === 'all' || settled.reads.size > 0;
    if (needsInput && readsOneOf(settled, one.files)) return uncovered('file');
    const input = needsInput ? this.#input(one) : { value: {} };
    if ('why' in input) return input;
    const { price } = this.#draft.program;
    const use = { input: input.value, usage, response: undefined };
    const priced = settlePrice(
      { price, lines: [line] },
      { lines: quoted ? [quoted] : [] },
      use,
      one.settlingWork,
    );
    return priced.ok ? (priced.lines[0] ?? {}) : null;
  }
}

/** A call beside the version that it was made with. */
class OneCall {
  readonly files: ReadonlySet<string>;
  /** The facts of its quote, and of what was settled by use. */
  readonly quoteLines: readonly LineFacts[] | undefined;
  readonly useLines: readonly LineFacts[] | undefined;
  readonly work: Work = newWork();
  readonly settlingWork: Work = newWork();
  readonly #earlier: Pricing;

  constructor(
    earlier: Pricing,
    readonly call: CallFacts,
    readonly ending: EndFacts,
  ) {
    this.#earlier = earlier;
    this.files = call.input ? fileFields(call.input) : new Set();
    const isUse = this.#isSettledByUse && ending.unpriced === undefined;
    this.quoteLines = ending.quoteLines ?? (isUse ? undefined : ending.lines);
    this.useLines = isUse ? ending.lines : undefined;
  }

  get #isSettledByUse(): boolean {
    return this.ending.charge === 'settled' && this.#earlier.program.lines.some(isSettledLine);
  }

  /** Whether the reply reported a use. A version that was not settled by it did not look. */
  get use(): 'present' | 'absent' | 'unknown' {
    const { usage, unpriced } = this.ending;
    if (unpriced === replyWithoutUse) return 'absent';
    return usage !== undefined || this.#isSettledByUse ? 'present' : 'unknown';
  }

  /** The quantities of which at least one had no value, if the use had no price. */
  failedSources(): string[] | undefined {
    const { quoteLines } = this;
    if (this.ending.unpriced === undefined || !quoteLines) return undefined;
    return this.#earlier.program.lines.flatMap((line, index) =>
      isSettledLine(line) && quoteLines[index]?.applies !== false ? [line.rule.settled.source] : [],
    );
  }

  /** The price of its input by its version, above which no quote counts. */
  quotedByVersion(): number | undefined {
    const { quoteLines, call, files } = this;
    const { program } = this.#earlier;
    if (quoteLines) return recomputePrice(program.price, quoteLines)?.credits;
    const { quoted, input } = call;
    if (quoted !== this.ending.promised) return quoted;
    if (!input || files.size > 0) return undefined;
    const priced = evaluatePrice(program, { input });
    return priced.ok ? priced.credits : undefined;
  }
}

function free(quoted: number | undefined): Covered {
  return { covered: true, charged: 0, quoted, priced: null };
}

function uncovered(why: UncoveredReason): Uncovered {
  return { covered: false, why };
}
