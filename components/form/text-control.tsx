import { useEffect, useRef, useState } from 'react';
import { isShownAsDate } from '../../lib/view/form/is-shown-as-date.ts';
import type { PastedText } from '../../lib/view/form/pasted-text.ts';
import type { TextWidget } from '../../lib/form/widget.ts';
import { ColourControl } from './colour-control.tsx';
import type { ControlProps } from './control-props.ts';
import { DateTimeControl } from './date-time-control.tsx';
import { inputStyle } from './input-style.ts';
import { PasswordControl } from './password-control.tsx';
import { TextInput } from './text-input.tsx';
import { useEarlyText } from './use-early-text.ts';
import { EmptyText } from './empty-text.tsx';
import type { TextProps } from './text-props.ts';

/** A text. An empty field is left out of the input, unless the person asks for the empty text. */
export function TextControl(props: ControlProps<TextWidget>) {
  const { widget, value, place } = props;
  const text = typeof value === 'string' ? value : '';
  const change = (typed: string) => props.onChange(typed === '' && !place.fixed ? undefined : typed);
  useEarlyText(place.id, text, change);
  const [caret, setCaret] = useState<number | undefined>(undefined);
  const pasteLines = (pasted: PastedText) => {
    setCaret(pasted.caret);
    change(pasted.text);
  };
  // A single-line input drops line breaks, so text with line breaks gets a text area, and keeps it until it is
  // unmounted.
  const [hadLines, setHadLines] = useState(false);
  const hasLines = hadLines || /[\n\r]/.test(text);
  if (hasLines !== hadLines) setHadLines(hasLines);
  const inner = { ...props, text, change, pasteLines };
  if (hasLines) return <TextArea {...inner} caret={caret} />;
  switch (widget.input) {
    case 'long':
    case 'code':
      return <TextArea {...inner} />;
    case 'date':
      return <TextInput {...inner} type={text === '' || isShownAsDate(text) ? 'date' : 'text'} />;
    case 'date-time':
      return <DateTimeControl {...inner} />;
    case 'colour':
      return <ColourControl {...inner} />;
    case 'password':
      return <PasswordControl {...inner} />;
    case 'line':
    case 'url':
    case 'email':
    case 'time':
    case 'key':
      return <TextInput {...inner} />;
  }
}

/**
 * The browser measures the whole text at each key, which takes seconds for a megabyte with emoji in a web font. A
 * longer text has a fixed height and a system font.
 */
const maxMeasured = 20_000;

/** Grows with its text, up to a limit. */
function TextArea({
  widget,
  place,
  value,
  onChange,
  text,
  change,
  caret,
}: TextProps & {
  /** The cursor position after lines were pasted into an input that this replaces. */
  caret?: number | undefined;
}) {
  const isCode = widget.input === 'code';
  const isMeasured = text.length <= maxMeasured;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (caret === undefined) return;
    area.current?.focus();
    area.current?.setSelectionRange(caret, caret);
  }, [caret]);
  return (
    <div className="relative">
      <textarea
        ref={area}
        id={place.id}
        aria-labelledby={place.labelId}
        value={text}
        rows={isCode ? 4 : 1}
        placeholder={typeof place.fallback === 'string' ? place.fallback : widget.sample}
        spellCheck={!isCode && isMeasured}
        autoComplete="off"
        disabled={place.disabled}
        aria-required={place.required}
        aria-invalid={place.invalid || undefined}
        aria-describedby={place.describedBy}
        onChange={(event) => change(event.target.value)}
        className={`${inputStyle} max-h-96 resize-y ${isMeasured ? 'field-sizing-content' : 'h-96 [font-family:system-ui,sans-serif] [unicode-bidi:normal]'} ${isCode ? `min-h-24 text-sm ${isMeasured ? 'font-mono' : ''}` : 'min-h-10.5'}`}
      />
      <EmptyText widget={widget} place={place} value={value} onChange={onChange} />
    </div>
  );
}
