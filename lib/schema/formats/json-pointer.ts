import { characterSet, digits, endOfEncodedRun, letters } from './characters.ts';

export function isJsonPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
}

const fragment = characterSet(`${letters}${digits}_-.!$&'()*+,;:=@~/`);

export function isJsonPointerFragment(text: string): boolean {
  if (!text.startsWith('#')) return false;
  return isJsonPointer(text.slice(1)) && endOfEncodedRun(text, 1, fragment) === text.length;
}

export function isRelativeJsonPointer(text: string): boolean {
  const [steps = ''] = /^(?:0|[1-9]\d*)/.exec(text) ?? [];
  if (steps === '') return false;
  const rest = text.slice(steps.length);
  return rest === '#' || isJsonPointer(rest);
}
