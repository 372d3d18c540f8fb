import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { OperationSite } from './operation-site.ts';
import { childPointer, member } from './pointer.ts';

/** The values of `example` and `examples` in order. The operation keeps one of them. */
export function documentExamples(site: OperationSite, owner: JsonObject, pointer: string): JsonValue[] {
  const found = allExamples(site, owner, pointer);
  if (found.length > 1) site.lose(pointer, `Only one of its ${found.length} examples is kept.`);
  return found;
}

function allExamples(site: OperationSite, owner: JsonObject, pointer: string): JsonValue[] {
  const found: JsonValue[] = [];
  for (const key of ['example', 'x-example']) {
    const example = member(owner, key);
    if (example !== undefined) found.push(example);
  }
  const examples = member(owner, 'examples') ?? member(owner, 'x-examples');
  if (Array.isArray(examples)) found.push(...examples);
  if (!isJsonObject(examples)) return found;
  for (const [name, entry] of Object.entries(examples)) {
    const at = childPointer(pointer, 'examples', name);
    const located = site.document.follow(entry, at);
    if (!located.ok) {
      site.lose(at, `The example is left out: ${located.problem}.`);
      continue;
    }
    const value = member(located.value, 'value');
    if (value !== undefined) found.push(value);
    else if (member(located.value, 'externalValue') !== undefined) {
      site.lose(at, 'The example is outside the document, and imports read nothing else.');
    }
  }
  return found;
}
