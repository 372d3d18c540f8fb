/** Pointers of values that the form created, each with the pointers inside it that a person has edited or left. */
export type UntouchedValues = ReadonlyMap<string, ReadonlySet<string>>;

export const noUntouchedValues: UntouchedValues = new Map();
const untouched: ReadonlySet<string> = new Set();

export function withUntouched(values: UntouchedValues, pointer: string): UntouchedValues {
  return new Map([...values, [pointer, untouched]]);
}

/** Editing a value clears its mark; editing a part clears the mark of the part. */
export function withTouched(values: UntouchedValues, touched: string): UntouchedValues {
  if (!isUntouched(values, touched)) return values;
  const entries = [...values].flatMap(([pointer, parts]): [string, ReadonlySet<string>][] => {
    if (pointer === touched) return [];
    return [[pointer, isWithin(touched, pointer) ? new Set([...parts, touched]) : parts]];
  });
  return new Map(entries);
}

/** Leaving a value clears the marks inside it, too. */
export function withoutUntouched(
  values: UntouchedValues,
  isLeft: (pointer: string) => boolean,
): UntouchedValues {
  const kept = [...values].filter(([pointer]) => !isLeft(pointer));
  return kept.length === values.size ? values : new Map(kept);
}

/** Whether the value at a pointer is untouched. */
export function isUntouched(values: UntouchedValues, pointer: string): boolean {
  return [...values].some(
    ([made, parts]) => isWithin(pointer, made) && ![...parts].some((part) => isWithin(pointer, part)),
  );
}

function isWithin(pointer: string, whole: string): boolean {
  return pointer === whole || pointer.startsWith(`${whole}/`);
}
