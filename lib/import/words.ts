import type { JsonValue } from '../json/json.ts';
import { markdownText } from '../text/markdown-text.ts';

/** The texts and values of an input by place, each in all forms in which it may be kept. */
type ByPlace = Map<string, Set<string>>;

export interface Words {
  descriptions: ByPlace;
  examples: ByPlace;
  enumMeanings: ByPlace;
  defaults: ByPlace;
  deprecations: ByPlace;
}

export function noWords(): Words {
  return {
    descriptions: new Map(),
    examples: new Map(),
    enumMeanings: new Map(),
    defaults: new Map(),
    deprecations: new Map(),
  };
}

/** Texts identify their place, because two fields may have the same name. */
export function addText(texts: ByPlace, name: string, text: string | undefined): void {
  const words = markdownText(text ?? '').slice(0, 300);
  if (words !== '') add(texts, `${name}: ${words}`, words);
}

export function addValue(values: ByPlace, name: string, value: JsonValue | undefined): void {
  if (value === undefined || value === null) return;
  add(values, name, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

export function addFlag(flags: ByPlace, name: string): void {
  add(flags, name, 'true');
}

function add(all: ByPlace, place: string, value: string): void {
  const known = all.get(place);
  if (known === undefined) all.set(place, new Set([value]));
  else known.add(value);
}
