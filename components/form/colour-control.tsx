import { TextInput } from './text-input.tsx';
import type { TextProps } from './text-props.ts';

export function ColourControl(props: TextProps) {
  const { place, text, change } = props;
  const isPickable = /^#[\da-f]{6}/i.test(text);
  const shown = isPickable ? text : String(place.fallback ?? '#000000');
  return (
    <div className="flex items-stretch gap-2">
      <input
        type="color"
        aria-label={`Pick ${place.label}`}
        value={shown.slice(0, 7).toLowerCase()}
        disabled={place.disabled}
        onChange={(event) => change(event.target.value + (isPickable ? text.slice(7) : ''))}
        className={`h-10.5 w-12 shrink-0 cursor-pointer rounded-md border border-line bg-card p-1 disabled:opacity-60 ${isPickable ? '' : 'border-dashed'}`}
      />
      <div className="min-w-0 flex-1">
        <TextInput {...props} />
      </div>
    </div>
  );
}
