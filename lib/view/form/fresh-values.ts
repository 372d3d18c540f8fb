/** Pointers of values that the form made itself, each with the pointers inside it that a person has touched or left. */
export type FreshValues = ReadonlyMap<string, ReadonlySet<string>>;

export const noFreshValues: FreshValues = new Map();
const untouched: ReadonlySet<string> = new Set();

export function withFresh(values: FreshValues, pointer: string): FreshValues {
  return new Map([...values, [pointer, untouched]]);
}

/** Whoever touches a value itself has seen it; whoever touches a part of it has seen that part. */
export function withTouched(values: FreshValues, touched: string): FreshValues {
  if (!isFresh(values, touched)) return values;
  const entries = [...values].flatMap(([pointer, parts]): [string, ReadonlySet<string>][] => {
    if (pointer === touched) return [];
    return [[pointer, isWithin(touched, pointer) ? new Set([...parts, touched]) : parts]];
  });
  return new Map(entries);
}

/** A value that was left, with all that is in it. */
export function withoutFresh(values: FreshValues, isLeft: (pointer: string) => boolean): FreshValues {
  const kept = [...values].filter(([pointer]) => !isLeft(pointer));
  return kept.length === values.size ? values : new Map(kept);
}

/** Whether nobody was asked yet for what stands at a pointer. */
export function isFresh(values: FreshValues, pointer: string): boolean {
  return [...values].some(
    ([made, parts]) => isWithin(pointer, made) && ![...parts].some((part) => isWithin(pointer, part)),
  );
}

function isWithin(pointer: string, whole: string): boolean {
  return pointer === whole || pointer.startsWith(`${whole}/`);
}
