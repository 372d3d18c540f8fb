import type { TextWidget } from '../../lib/form/widget.ts';
import { ColourControl } from './colour-control.tsx';
import type { ControlProps } from './control-props.ts';
import { DateTimeControl } from './date-time-control.tsx';
import { inputLook } from './input-look.ts';
import { PasswordControl } from './password-control.tsx';
import { TextInput } from './text-input.tsx';

/** Text that is typed. An emptied field is left out of the input, unless the empty text is asked for. */
export function TextControl(props: ControlProps<TextWidget>) {
  const { widget, value, place } = props;
  const text = typeof value === 'string' ? value : '';
  const change = (typed: string) => props.onChange(typed === '' && !place.fixed ? undefined : typed);
  // An input of one line would swallow the line breaks.
  if (text.includes('\n')) return <TextArea {...props} text={text} change={change} />;
  switch (widget.input) {
    case 'long':
    case 'code':
      return <TextArea {...props} text={text} change={change} />;
    case 'date':
      return (
        <TextInput
          {...props}
          text={text}
          change={change}
          type={/^(?:[1-9]\d{3}-\d\d-\d\d)?$/.test(text) ? 'date' : 'text'}
        />
      );
    case 'date-time':
      return <DateTimeControl {...props} text={text} change={change} />;
    case 'colour':
      return <ColourControl {...props} text={text} change={change} />;
    case 'password':
      return <PasswordControl {...props} text={text} change={change} />;
    case 'line':
    case 'url':
    case 'email':
    case 'time':
    case 'key':
      return <TextInput {...props} text={text} change={change} />;
  }
}

export interface TextProps extends ControlProps<TextWidget> {
  text: string;
  change: (typed: string) => void;
}

/** As high as its text, within reason. */
function TextArea({ widget, place, value, onChange, text, change }: TextProps) {
  const isCode = widget.input === 'code';
  return (
    <div className="relative">
      <textarea
        id={place.id}
        aria-labelledby={place.labelId}
        value={text}
        rows={isCode ? 4 : 1}
        placeholder={typeof place.fallback === 'string' ? place.fallback : undefined}
        spellCheck={!isCode}
        autoComplete="off"
        disabled={place.disabled}
        aria-required={place.required}
        aria-invalid={place.invalid || undefined}
        aria-describedby={place.describedBy}
        onChange={(event) => change(event.target.value)}
        className={`${inputLook} field-sizing-content max-h-96 resize-y ${isCode ? 'min-h-24 font-mono text-sm' : 'min-h-10.5'}`}
      />
      <EmptyText widget={widget} place={place} value={value} onChange={onChange} />
    </div>
  );
}

/** Says that the empty text is meant, where that can be: shown while the field is empty and in use. */
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
