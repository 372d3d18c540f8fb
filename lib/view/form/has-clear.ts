import type { Widget } from '../../form/widget.ts';

/** Whether a field has a Clear button: typed text can be deleted, and a required choice can only change. */
export function hasClear(widget: Widget, required: boolean): boolean {
  const isSwitched = widget.kind === 'choice' || widget.kind === 'boolean' || widget.kind === 'union';
  if (required && isSwitched) return false;
  if (widget.kind === 'text') return widget.input === 'date';
  return widget.kind !== 'number' && widget.kind !== 'json';
}
