import { LazyControl } from './lazy-control.tsx';
import { lazyPart } from '../lazy-boundary.tsx';
import type { UnionWidget } from '../../lib/form/widget.ts';
import type { ControlProps } from './control-props.ts';

/** Few fields take several kinds of value, and which of them a value is takes some weighing. */
const LoadedUnionControl = lazyPart(async () => (await import('./controls/union-control.tsx')).UnionControl);

export function LazyUnionControl(props: ControlProps<UnionWidget>) {
  return (
    <LazyControl what="The kinds of value">
      <LoadedUnionControl {...props} />
    </LazyControl>
  );
}
