import type { Expression, PriceProgram, ProgramLine } from '../price/compile-price.ts';
import { isSettledLine } from '../price/evaluate.ts';
import { partsOf, type Formula } from '../price/formula/formula.ts';
import type { LineFacts } from '../price/recompute.ts';

/** Where the facts of a line of a draft are among those of the lines of an earlier price. */
export interface SameSources {
  /** Lines with the same condition. Undefined if the draft's line always applies. */
  when: number[] | undefined;
  /** Lines that quote the same quantity, or choose by the same value. */
  value: { line: number; knowsOthers: boolean }[];
  /** Lines that settle by the same quantity. */
  settled: number[];
  /** Lines whose quote counts what the draft's line settles by. */
  settledByQuote: number[];
}

/** The same expression counts the same, if both prices read the same input. */
export function sameSources(earlier: PriceProgram, { when, rule }: ProgramLine): SameSources {
  const linesWhere = (isSame: (line: ProgramLine) => boolean) =>
    earlier.lines.flatMap((line, index) => (isSame(line) ? [index] : []));
  const value = earlier.lines.flatMap((line, index) => {
    const other = line.rule;
    if (rule.kind === 'choice')
      return other.kind === 'choice' && other.value.source === rule.value.source
        ? // That a value was none of the earlier table says nothing about a row that is new.
          [{ line: index, knowsOthers: [...rule.credits.keys()].every((name) => other.credits.has(name)) }]
        : [];
    const isSame = 'quoted' in rule && 'quoted' in other && other.quoted.source === rule.quoted.source;
    return isSame ? [{ line: index, knowsOthers: true }] : [];
  });
  const settled = 'settled' in rule ? rule.settled.source : undefined;
  return {
    when: when && linesWhere((line) => line.when?.source === when.source),
    value,
    settled: linesWhere((line) => isSettledLine(line) && line.rule.settled.source === settled),
    settledByQuote: linesWhere((line) => 'quoted' in line.rule && line.rule.quoted.source === settled),
  };
}

/** Where no fact counts: the two prices read different inputs. */
export const noSources: SameSources = { when: [], value: [], settled: [], settledByQuote: [] };

/** The facts of a quoted line of the draft, as far as those of the earlier quote have them. */
export function sameFacts(
  { rule }: ProgramLine,
  { when, value }: SameSources,
  facts: readonly LineFacts[],
): LineFacts | undefined {
  const condition = when?.map((line) => facts[line]).find((line) => line !== undefined);
  if (condition?.applies === false) return { applies: false };
  if (when && !condition) return undefined;
  if (rule.kind === 'flat') return {};
  for (const { line, knowsOthers } of value) {
    const { quantity, choice } = facts[line] ?? {};
    if (rule.kind !== 'choice' && quantity !== undefined) return { quantity };
    if (rule.kind !== 'choice' || choice === undefined) continue;
    if (choice !== null) return { choice: rule.credits.has(choice) ? choice : null };
    if (knowsOthers) return { choice };
  }
  return undefined;
}

/** Whether an expression reads what the upstream answered. */
export function readsVariable({ formula }: Expression, name: 'response' | 'usage'): boolean {
  const reads = (node: Formula): boolean =>
    (node.op === 'variable' && node.name === name) || partsOf(node).some(reads);
  return reads(formula);
}

export function readsOneOf({ reads }: Expression, fields: ReadonlySet<string>): boolean {
  return fields.size > 0 && (reads === 'all' || [...fields].some((name) => reads.has(name)));
}
