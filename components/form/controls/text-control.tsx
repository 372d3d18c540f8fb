import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  useEffectEvent,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import type { TextWidget } from '../../../lib/form/widget.ts';
import { isShownAsDate, withOffset } from '../../../lib/view/form/control-view.ts';
import { type PastedText, pastedText } from '../../../lib/view/form/pasted-rows.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { type ControlProps, inputStyle, tied } from '../control-props.ts';

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
        {...tied(place)}
        value={text}
        rows={isCode ? 4 : 1}
        placeholder={typeof place.fallback === 'string' ? place.fallback : widget.sample}
        spellCheck={!isCode && isMeasured}
        autoComplete="off"
        disabled={place.disabled}
        onChange={(event) => change(event.target.value)}
        className={`${inputStyle} max-h-96 resize-y ${isMeasured ? 'field-sizing-content' : 'h-96 [font-family:system-ui,sans-serif] [unicode-bidi:normal]'} ${isCode ? `min-h-24 text-sm ${isMeasured ? 'font-mono' : ''}` : 'min-h-10.5'}`}
      />
      <EmptyText widget={widget} place={place} value={value} onChange={onChange} />
    </div>
  );
}

const inputModes: Partial<Record<TextWidget['input'], 'url' | 'email'>> = { url: 'url', email: 'email' };

function TextInput({
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
        {...tied(place)}
        type={type}
        value={text}
        list={listId}
        placeholder={typeof place.fallback === 'string' ? place.fallback : widget.sample}
        inputMode={inputModes[widget.input]}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        autoCapitalize={isPlain ? undefined : 'off'}
        spellCheck={isPlain}
        disabled={place.disabled}
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

function ColourControl(props: TextProps) {
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

/** An RFC 3339 date-time, typed or picked in local time. */
function DateTimeControl(props: TextProps) {
  const { place, text, change } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="relative flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <TextInput {...props} />
      </div>
      <input
        ref={picker}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        value={/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? text.slice(0, 19) : ''}
        disabled={place.disabled}
        onChange={({ target }) => {
          if (target.value !== '')
            change(withOffset(target.value, -new Date(target.value).getTimezoneOffset()));
        }}
        className="pointer-events-none absolute right-0 bottom-0 h-0 w-0 opacity-0"
      />
      <button
        type="button"
        disabled={place.disabled}
        onClick={() => picker.current?.showPicker()}
        className={quietButton}
      >
        Pick<span className="sr-only"> {place.label}</span>
      </button>
    </div>
  );
}

/** A secret, hidden unless the person shows it. */
function PasswordControl(props: TextProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <TextInput {...props} type={isShown ? 'text' : 'password'} />
      </div>
      <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)} className={quietButton}>
        Show<span className="sr-only"> {props.place.label}</span>
      </button>
    </div>
  );
}

/** A button that sets the empty text, shown while the field is empty and active. */
function EmptyText({
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

interface TextProps extends ControlProps<TextWidget> {
  text: string;
  change: (typed: string) => void;
  pasteLines: (pasted: PastedText) => void;
}

/**
 * Picks up text typed into a control before hydration, which React ignores or overwrites. Reads it before React does,
 * and reports it before a key can start a call.
 */
export function useEarlyText(id: string, text: string, change: (typed: string) => void): void {
  const isHydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [early] = useState(() => (isHydrating ? textIn(id) : undefined));
  const tell = useEffectEvent(() => {
    const written = text.replaceAll(/\r\n?/g, '\n');
    const typed = [textIn(id), early].find((one) => one !== undefined && one !== written);
    if (early !== undefined && typed !== undefined) change(typed);
  });
  useLayoutEffect(() => tell(), []);
}

/** Hydration happens once. */
function subscribe(): () => void {
  return () => {};
}

/** A date input with half a date has an empty value. */
function textIn(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const element = document.getElementById(id);
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText && !(element.type === 'date' && element.value === '') ? element.value : undefined;
}
