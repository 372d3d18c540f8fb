import type { Widget } from './widget.ts';

/** Says whether a widget shows fields of its own, beside which their faults stand. */
export function isGroup({ kind }: Widget): boolean {
  return kind === 'object' || kind === 'list' || kind === 'union';
}
