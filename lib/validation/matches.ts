import type { SchemaPattern } from '../schema/schema-pattern.ts';
import type { Work } from './work.ts';

/** Whether a text matches. The engine is linear in the text, but by a factor that the pattern decides. */
export function matches(pattern: SchemaPattern, text: string, work: Work): boolean {
  const start = performance.now();
  const { compiled } = pattern;
  const verdict = compiled.test(text);
  work.spendTime(performance.now() - start, text.length * 10);
  return verdict;
}
