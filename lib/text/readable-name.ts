/** A label for a field name: `max_tokens` → `Max tokens`, `callbackURL` → `Callback URL`. */
export function readableName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}{2,}\d*$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
