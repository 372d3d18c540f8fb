import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldHint } from '../../../lib/operator/price-preview.ts';
import { compileExpression } from '../../../lib/price/compile-price.ts';
import { syntaxFaultAt } from '../../../lib/price/formula/formula.ts';
import { type ListboxParts, useListbox } from '../../use-listbox.ts';
import { changedField, type Value } from './amount-field.tsx';
import { type CompletionOption, completionAt } from './completion.ts';

interface Props {
  label: string;
  value: Value;
  was: Value;
  /** What it comes to. */
  kind: 'number' | 'boolean' | 'any';
  /** Whether the response of the call is known. */
  isAfter?: boolean;
  isOptional?: boolean;
  hints: readonly FieldHint[];
  fault: string | undefined;
  onChange: (value: Value) => void;
}

const before = ['input'] as const;
const after = ['input', 'response', 'usage'] as const;

/** A formula, which is read as one types it, and which names the fields of the input. */
export function FormulaField({ label, was, kind, isAfter = false, ...props }: Props) {
  const [id, about] = [useId(), useId()];
  const { value } = props;
  const source = value === undefined || value === null ? '' : String(value);
  const { input, isOpen, options, field, list, option } = useCompletion(source, isAfter, props);
  // While one chooses, the formula is not finished.
  const fault = isOpen ? undefined : (ownFault(source, kind, isAfter) ?? props.fault);
  const isChanged = was !== undefined && was !== value;
  return (
    <div className="grid min-w-0 gap-1.5 sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:gap-x-3">
      <label htmlFor={id} className="text-dense text-quiet sm:pt-2">
        {label}
      </label>
      <div className="relative min-w-0">
        <input
          {...field}
          ref={input}
          id={id}
          value={source}
          aria-invalid={fault !== undefined}
          aria-describedby={about}
          className={`field font-mono ${isChanged ? changedField : ''}`}
        />
        {isOpen && <Options {...{ label, options, list, option }} />}
        <p
          id={about}
          className={`mt-1 text-dense break-words empty:hidden ${fault === undefined ? 'text-quiet' : 'text-bad'}`}
        >
          {fault ?? (isChanged && typeof was === 'string' ? `was ${was}` : '')}
        </p>
      </div>
    </div>
  );
}

/** The list of what a formula may go on with: as one types, or with Ctrl and Space. */
function useCompletion(
  source: string,
  isAfter: boolean,
  { hints, isOptional = false, onChange }: Pick<Props, 'hints' | 'isOptional' | 'onChange'>,
) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number>();
  const { from, options } = completionAt(source, caret ?? 0, hints, isAfter ? ['usage', 'response'] : []);
  const isOpen = caret !== undefined && options.length > 0;
  const write = (text: string) => onChange(text === '' && isOptional ? undefined : text);
  const open = () => setCaret(input.current?.selectionStart ?? source.length);
  const close = () => setCaret(undefined);
  const take = ({ text, type }: CompletionOption) => {
    const whole = type === 'object' ? `${text}.` : text;
    const to = from + whole.length;
    flushSync(() => {
      write(source.slice(0, from) + whole + source.slice(caret));
      // What an object has comes next.
      setCaret(type === 'object' ? to : undefined);
    });
    input.current?.setSelectionRange(to, to);
  };
  const { field, list, option } = useListbox({
    keys: options.map(({ text }) => text),
    ...{ isOpen, open, close },
    choose: (index) => {
      const found = options[index];
      if (found) take(found);
    },
  });
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const at = target.selectionStart ?? target.value.length;
    write(target.value);
    setCaret(/[\w.["]$/.test(target.value.slice(0, at)) ? at : undefined);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      open();
    } else field.onKeyDown(event);
  };
  const all = { ...field, onChange: type, onKeyDown: press, onBlur: close };
  return { input, isOpen, options, field: all, list, option };
}

/** What is wrong with it by itself, with its place. */
function ownFault(source: string, kind: Props['kind'], isAfter: boolean): string | undefined {
  const compiled = source === '' ? undefined : compileExpression(source, isAfter ? after : before, kind);
  if (!compiled || compiled.ok) return undefined;
  const at = syntaxFaultAt(source);
  return at === undefined ? compiled.detail : `Character ${at + 1}: ${compiled.detail}`;
}

type OptionsProps = Pick<ListboxParts, 'list' | 'option'> & { label: string; options: CompletionOption[] };

function Options({ label, options, list, option }: OptionsProps) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 max-w-96 overflow-hidden rounded-lg border border-line bg-raised shadow-lg">
      <div {...list} aria-label={`What ${label} may go on with`} className="max-h-56 overflow-y-auto p-1">
        {options.map(({ text, name, type, about: says }, index) => (
          <div
            key={text}
            {...option(index)}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded px-2 text-dense aria-selected:bg-hover max-sm:min-h-11"
          >
            <span aria-hidden className="w-4 text-center font-mono text-series-2">
              {signOf(type)}
            </span>
            <span className="min-w-0 truncate font-mono">{name}</span>
            <span className="ml-auto pl-2 text-right text-xs text-quiet">{says}</span>
          </div>
        ))}
      </div>
      <Described option={options.find((_, index) => option(index)['aria-selected'])} />
    </div>
  );
}

function Described({ option }: { option: CompletionOption | undefined }) {
  if (!option || option.description === '') return null;
  return (
    <p aria-hidden className="border-t border-rule px-3 py-2 text-xs text-quiet">
      <span className="font-medium text-ink">{option.name}</span>: {option.description}
    </p>
  );
}

function signOf(type: string): string {
  if (/number|integer/.test(type)) return '#';
  if (type === 'function') return 'ƒ';
  if (type.startsWith('string')) return 'T';
  return type.startsWith('array') ? '≡' : type.startsWith('boolean') ? '✓' : '{}';
}
