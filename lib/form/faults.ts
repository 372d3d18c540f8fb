/** A fault that the server found. The pointer is relative to the part that the list belongs to. */
export interface FieldFault {
  pointer: string;
  detail: string;
}

const none: FieldFault[] = [];

/** Assigns faults to the visible parts. Faults of parts without a field stay in `here`. */
export function placeFaults(
  faults: FieldFault[],
  shown: (key: string) => boolean,
): { here: FieldFault[]; inside: (key: string) => FieldFault[] } {
  if (faults.length === 0) return { here: none, inside: () => none };
  const here: FieldFault[] = [];
  const inside = new Map<string, FieldFault[]>();
  for (const fault of faults) {
    const [key, pointer] = firstToken(fault.pointer);
    if (key === undefined || !shown(key)) here.push(fault);
    else inside.set(key, [...(inside.get(key) ?? []), { ...fault, pointer }]);
  }
  return { here: here.length === 0 ? none : here, inside: (key) => inside.get(key) ?? none };
}

/** `/a~1b/0` → `a/b` and `/0`. An invalid pointer has no token. */
function firstToken(pointer: string): [string | undefined, string] {
  if (!pointer.startsWith('/')) return [undefined, pointer];
  const end = pointer.indexOf('/', 1);
  const token = end < 0 ? pointer.slice(1) : pointer.slice(1, end);
  return [token.replaceAll('~1', '/').replaceAll('~0', '~'), end < 0 ? '' : pointer.slice(end)];
}

export function pointerOf(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
