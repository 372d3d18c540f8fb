type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const STRANGE: Json[] = [
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'a',
  '/',
  '{',
  '\u0000',
  [],
  {},
  [null],
  { $ref: '#' },
  { $ref: '#/paths' },
  { type: 'any' },
];

/** A copy of a document in which each choice has broken one place: dropped, retyped, doubled or put elsewhere. */
export function mutated(document: unknown, choices: number[]): Json {
  const root: Json = JSON.parse(JSON.stringify(document));
  for (const choice of choices) {
    const places = placesOf(root);
    const place = places[choice % places.length];
    const other = places[(choice >> 3) % places.length];
    if (place === undefined || other === undefined) continue;
    const strange = STRANGE[(choice >> 5) % STRANGE.length] ?? null;
    const copy: Json = JSON.parse(JSON.stringify(other.get() ?? null));
    [
      () => place.remove(),
      () => place.set(strange),
      () => place.set(copy),
      () => place.set([place.get() ?? null]),
    ][choice % 4]?.();
  }
  return root;
}

interface Place {
  get(): Json | undefined;
  set(value: Json): void;
  remove(): void;
}

function placesOf(value: Json): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      {
        get: () => value[index],
        set: (next) => void (value[index] = next),
        remove: () => void value.splice(index, 1),
      },
      ...placesOf(item),
    ]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    { get: () => value[key], set: (next) => void (value[key] = next), remove: () => void delete value[key] },
    ...placesOf(item),
  ]);
}
