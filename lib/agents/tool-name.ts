/** What every client takes. */
const longest = 60;

/** A name for a tool: letters, digits and `_`. A name that is taken gets a number. */
export function toolName(text: string, taken: Set<string>): string {
  const plain = text.replace(/[^a-zA-Z0-9]+/g, '_').slice(0, longest) || 'product';
  let name = plain;
  for (let number = 2; taken.has(name); number += 1) {
    const end = `_${number}`;
    name = `${plain.slice(0, longest - end.length)}${end}`;
  }
  taken.add(name);
  return name;
}
