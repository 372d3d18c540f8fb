import type { JsonObject } from '../json.ts';
import type { PriceError, PriceProgram } from './compile-price.ts';
import { inputCorners } from './corners.ts';
import { fieldsRead } from './effects.ts';
import { evaluatePrice } from './evaluate.ts';

export interface PriceCheck {
  /** Each refuses the publish: an input that the schema allows has no price. */
  errors: PriceError[];
  /** What an author should know, in sentences. */
  notes: string[];
}

/** More than these say nothing that the first do not. */
const MAXIMUM_ERRORS = 20;

/** Evaluates the quoted price over the corners of the input's schema. */
export function checkPrice(program: PriceProgram, inputSchema: JsonObject): PriceCheck {
  const reads = fieldsRead(program);
  const errors = new Map<string, PriceError>();
  let cut: { input: JsonObject; subtotal: string } | undefined;
  for (const input of inputCorners(inputSchema, reads)) {
    const evaluation = evaluatePrice(program, { input });
    if (!evaluation.ok) {
      const key = `${evaluation.pointer} ${evaluation.detail}`;
      if (!errors.has(key) && errors.size < MAXIMUM_ERRORS)
        errors.set(key, {
          pointer: evaluation.pointer,
          detail: `With ${shown(input, reads)}: ${evaluation.detail}`,
        });
    } else if (evaluation.clamped === 'maximum' && Number(evaluation.subtotal) > Number(cut?.subtotal ?? 0)) {
      cut = { input, subtotal: evaluation.subtotal };
    }
  }
  const notes = cut
    ? [
        `With ${shown(cut.input, reads)} the lines come to ${cut.subtotal} credits; the maximum cuts them to ${program.price.maximum}.`,
      ]
    : [];
  return { errors: [...errors.values()], notes };
}

/** The fields that matter, each short. */
function shown(input: JsonObject, reads: ReadonlySet<string> | 'all'): string {
  const fields = Object.entries(input).filter(([name]) => reads === 'all' || reads.has(name));
  if (fields.length === 0) return 'no field given';
  return fields
    .map(([name, value]) => {
      const text = JSON.stringify(value);
      return `${name} = ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
    })
    .join(', ');
}
