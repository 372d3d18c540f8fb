import type { Loss } from './loss.ts';
import { childPointer } from './pointer.ts';

/** Deeper levels are not read, and more duplicates are not reported. */
const maxLevels = 150;
const maxLosses = 1000;

interface Frame {
  keys?: Set<string>;
  /** The current key or index. */
  at: string | number;
  isKeyNext: boolean;
}

/** The duplicate keys of a JSON text. `JSON.parse`, which accepted the text, silently keeps the last of each. */
export function duplicateKeys(text: string): Loss[] {
  const losses: Loss[] = [];
  const frames: Frame[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const frame = frames.at(-1);
    const character = text[position];
    if (character === '"') {
      const end = stringEnd(text, position);
      if (frame?.keys !== undefined && frame.isKeyNext) {
        frame.at = keyOf(text.slice(position, end + 1));
        frame.isKeyNext = false;
        if (frame.keys.has(frame.at) && frames.length <= maxLevels && losses.length < maxLosses)
          losses.push(duplicate(frames));
        frame.keys.add(frame.at);
      }
      position = end;
    } else if (character === '{') frames.push({ keys: new Set(), at: '', isKeyNext: true });
    else if (character === '[') frames.push({ at: 0, isKeyNext: false });
    else if (character === '}' || character === ']') frames.pop();
    else if (character === ',' && frame !== undefined) {
      if (typeof frame.at === 'number') frame.at += 1;
      else frame.isKeyNext = true;
    }
  }
  return losses;
}

/** The closing quote: the first one after an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

function duplicate(frames: Frame[]): Loss {
  const pointer = childPointer('', ...frames.map((frame) => frame.at));
  return { pointer, what: 'This key occurs more than once; the last value is used.' };
}
