import type { TextWidget } from '../../lib/form/widget.ts';
import type { ControlProps } from './control-props.ts';

/** A button that sets the empty text, shown while the field is empty and active. */
export function EmptyText({
  widget,
  place,
  value,
  onChange,
}: Pick<ControlProps<TextWidget>, 'widget' | 'place' | 'value' | 'onChange'>) {
  const isMeant = value === '';
  if (!widget.takesEmpty || place.fixed || place.disabled || (value !== undefined && !isMeant)) return null;
  return (
    <button
      type="button"
      aria-pressed={isMeant}
      onClick={() => onChange(isMeant ? undefined : '')}
      className="absolute top-1.5 right-1.5 hidden min-h-7 rounded-full border border-line bg-card px-2 text-xs text-quiet group-focus-within/field:block group-hover/field:block hover:text-ink aria-pressed:block aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      empty text<span className="sr-only"> as {place.label}</span>
    </button>
  );
}
