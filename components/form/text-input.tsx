import type { ClipboardEvent } from 'react';
import { pastedText } from '../../lib/view/form/pasted-text.ts';
import type { TextWidget } from '../../lib/form/widget.ts';
import { inputStyle } from './input-style.ts';
import { EmptyText } from './empty-text.tsx';
import type { TextProps } from './text-props.ts';

const inputModes: Partial<Record<TextWidget['input'], 'url' | 'email'>> = { url: 'url', email: 'email' };

export function TextInput({
  widget,
  place,
  value,
  onChange,
  text,
  change,
  pasteLines,
  type = 'text',
}: TextProps & { type?: 'text' | 'date' | 'password' }) {
  const listId = widget.suggestions.length > 0 && type === 'text' ? `${place.id}-list` : undefined;
  const isPlain = widget.input === 'line';
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = pastedText(text, event.clipboardData.getData('text/plain'), event.currentTarget);
    if (pasted === undefined) return;
    event.preventDefault();
    pasteLines(pasted);
  };
  return (
    <div className="relative">
      <input
        id={place.id}
        aria-labelledby={place.labelId}
        type={type}
        value={text}
        list={listId}
        placeholder={typeof place.fallback === 'string' ? place.fallback : widget.sample}
        inputMode={inputModes[widget.input]}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        autoCapitalize={isPlain ? undefined : 'off'}
        spellCheck={isPlain}
        disabled={place.disabled}
        aria-required={place.required}
        aria-invalid={place.invalid || undefined}
        aria-describedby={place.describedBy}
        onChange={(event) => change(event.target.value)}
        onPaste={paste}
        className={`${inputStyle} ${isPlain ? '' : 'tabular-nums'}`}
      />
      <EmptyText widget={widget} place={place} value={value} onChange={onChange} />
      {listId !== undefined && (
        <datalist id={listId}>
          {widget.suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </div>
  );
}
