import type { YamlScalar } from '../../../lib/yaml/wanted.ts';

/** A number as people type it: `1000`, `1,000`, `1 000`, `0.5`. Other text stays text. */
export function scalarOf<Empty>(typed: string, empty: Empty): YamlScalar | Empty {
  const text = typed.trim();
  if (text === '') return empty;
  const whole = /^-?\d{1,3}(?:[, ]\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(/[, ]/g, '') : text;
  return /^-?(?:\d{1,15}(?:\.\d*)?|\.\d+)$/.test(whole) ? Number(whole) : text;
}
