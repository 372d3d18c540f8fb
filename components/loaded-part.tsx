import { type ComponentType, use } from 'react';
import { loaded } from '../loaded.ts';

/** What makes the viewers that could not be loaded be asked for anew. */
const failed = new Set<() => void>();

/** A viewer that comes when it is first needed: most replies need one of them. */
export function loadedViewer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let viewer: Promise<ComponentType<Props>> | undefined;
  const get = () => {
    const asked = loaded(load());
    asked.catch(() => failed.add(() => (viewer = undefined)));
    return asked;
  };
  return function Loaded(props: Props) {
    viewer ??= get();
    const Viewer = use(viewer);
    return <Viewer {...props} />;
  };
}

/** Lets what could not be loaded be loaded again. Until then it has failed, or it would be asked for without end. */
export function retryFailedViewers(): void {
  for (const reset of failed) reset();
  failed.clear();
}
