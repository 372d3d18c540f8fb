import { type ComponentType, use } from 'react';
import { loaded } from './loaded.ts';

/** They let the parts that could not be loaded be asked for again. */
const failed = new Set<() => void>();

/** A part of a page that is loaded when it is first shown. It is shown in a `LatePart`. */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let part: Promise<ComponentType<Props>> | undefined;
  const get = () => {
    const asked = loaded(load());
    asked.catch(() => failed.add(() => (part = undefined)));
    return asked;
  };
  return function Loaded(props: Props) {
    part ??= get();
    const Part = use(part);
    return <Part {...props} />;
  };
}

/** Lets what could not be loaded be loaded again. Until then it has failed, or it would be asked for without end. */
export function retryFailedParts(): void {
  for (const reset of failed) reset();
  failed.clear();
}
