import { type ComponentType, use } from 'react';
import { loaded } from './loaded.ts';

/** Resets for the parts that failed to load. */
const failed = new Set<() => void>();

/** A component that is loaded when it is first rendered, inside a `LazyBoundary`. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let part: Promise<ComponentType<Props>> | undefined;
  const get = () => {
    const loading = loaded(load());
    loading.catch(() => failed.add(() => (part = undefined)));
    return loading;
  };
  return function Loaded(props: Props) {
    part ??= get();
    const Part = use(part);
    return <Part {...props} />;
  };
}

/** Allows another load after a failure. Without this, rendering would retry in a loop. */
export function retryFailedParts(): void {
  for (const reset of failed) reset();
  failed.clear();
}
