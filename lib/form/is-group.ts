import type { Widget } from './widget.ts';

/** Whether a widget has fields of its own, which show their own faults. */
export function isGroup({ kind }: Widget): boolean {
  return kind === 'object' || kind === 'list' || kind === 'union';
}
