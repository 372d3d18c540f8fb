import { type KeyboardEvent, use, useLayoutEffect, useRef, useState, useId } from 'react';
import { flushSync } from 'react-dom';
import { type FieldFault, pointerOf } from '../../../lib/form/faults.ts';
import { firstValue } from '../../../lib/form/first-value.ts';
import { keySchema } from '../../../lib/form/options.ts';
import type { ObjectWidget } from '../../../lib/form/widget.ts';
import type { JsonObject, JsonValue } from '../../../lib/json/json.ts';
import { anySchema } from '../../../lib/schema/schema-graph.ts';
import { keyFault } from '../../../lib/view/form/pasted-rows.ts';
import { isPlainEnter } from '../../key-moves.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { type Place, describedBy, FormParts, inputStyle } from '../control-props.ts';
import { focusField } from '../focus-field.ts';
import { MarkUntouched } from '../use-untouched-values.ts';

/** The additional properties of an object. They can be renamed, and keys are unique. */
export function KeyRows({
  widget,
  place,
  object,
  names,
  onChange,
  onRename,
  faultsOf,
}: {
  widget: ObjectWidget;
  place: Place;
  object: JsonObject;
  names: Set<string>;
  onChange: (slot: string | number, next: JsonValue | undefined) => void;
  onRename: (from: string, to: string) => void;
  faultsOf: (key: string) => FieldFault[];
}) {
  const { Field } = use(FormParts);
  // A renamed row keeps its React key, and so its focus. A new member with the old name gets another.
  const [rows, setRows] = useState<ReadonlyMap<string, string>>(new Map());
  const renames = useRef(0);
  const keys = Object.keys(object).filter((key) => !names.has(key));
  const rename = (from: string, to: string) => {
    renames.current += 1;
    setRows(new Map([...rows, [from, `row ${renames.current}`], [to, rows.get(from) ?? `key ${from}`]]));
    onRename(from, to);
  };
  const canAdd = widget.rest !== undefined || widget.patterns.length > 0;
  return (
    <>
      {keys.map((key) => (
        <div key={rows.get(key) ?? `key ${key}`} className="space-y-1">
          <div className="flex items-start gap-2">
            <KeyInput
              value={key}
              label={`Key ${key} of ${place.label}`}
              faultOf={(typed) => keyFault(typed, object, names, key)}
              onCommit={(typed) => rename(key, typed)}
              disabled={place.disabled}
            />
            <button
              type="button"
              disabled={place.disabled}
              onClick={() => onChange(key, undefined)}
              className={`${quietButton} mt-1`}
            >
              Remove<span className="sr-only"> {key}</span>
            </button>
          </div>
          <Field
            schema={keySchema(widget, key) ?? anySchema}
            slot={key}
            pointer={pointerOf(place.pointer, key)}
            label={key}
            hidesLabel
            fixed
            value={object[key]}
            onChange={onChange}
            faults={faultsOf(key)}
            disabled={place.disabled}
            depth={place.depth + 1}
          />
        </div>
      ))}
      {canAdd && <NewKey widget={widget} place={place} object={object} names={names} onChange={onChange} />}
    </>
  );
}

const notAdded = 'Not added yet. Press Enter or choose Add.';

function NewKey({
  widget,
  place,
  object,
  names,
  onChange,
}: {
  widget: ObjectWidget;
  place: Place;
  object: JsonObject;
  names: Set<string>;
  onChange: (slot: string | number, next: JsonValue | undefined) => void;
}) {
  const markUntouched = use(MarkUntouched);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fault = keyFault(typed, object, names);
  const isShown = fault !== undefined && (isTried || (typed !== '' && Object.hasOwn(object, typed)));
  // A call looks for invalid elements: a key that was not added is not part of the input.
  useLayoutEffect(() => input.current?.setCustomValidity(typed === '' ? '' : notAdded), [typed]);
  const add = () => {
    setTried(true);
    if (fault !== undefined) return input.current?.focus();
    const pointer = pointerOf(place.pointer, typed);
    const rows = input.current?.closest('[data-keys]');
    markUntouched(pointer);
    flushSync(() => {
      onChange(typed, firstValue(keySchema(widget, typed) ?? anySchema));
      setTyped('');
      setTried(false);
    });
    focusField(rows?.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`));
  };
  const press = (event: KeyboardEvent) => {
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    add();
  };
  return (
    <div>
      <div className="flex items-start gap-2">
        <input
          ref={input}
          type="text"
          aria-label={`New key of ${place.label}`}
          placeholder="New key"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          disabled={place.disabled}
          aria-required={place.required && Object.keys(object).length === 0}
          aria-invalid={isShown || undefined}
          aria-describedby={describedBy(
            place.describedBy,
            (isShown || typed !== '') && `${place.id}-new-key`,
          )}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          className={`${inputStyle} max-w-60 border-dashed py-1 font-mono text-sm`}
        />
        <button type="button" disabled={place.disabled} onClick={add} className={quietButton}>
          <span aria-hidden="true">+</span> Add<span className="sr-only"> the key to {place.label}</span>
        </button>
      </div>
      <NewKeyNote id={`${place.id}-new-key`} fault={isShown ? fault : undefined} isTyped={typed !== ''} />
    </div>
  );
}

function NewKeyNote({ id, fault, isTyped }: { id: string; fault: string | undefined; isTyped: boolean }) {
  if (fault === undefined && !isTyped) return null;
  return (
    <p id={id} className={`mt-1 text-sm ${fault === undefined ? 'text-quiet' : 'text-bad'}`}>
      {fault ?? notAdded}
    </p>
  );
}

/** The key of an object member. An invalid key shows an error and does not rename the member. */
export function KeyInput({
  value,
  label,
  faultOf,
  onCommit,
  disabled,
}: {
  value: string;
  label: string;
  faultOf: (typed: string) => string | undefined;
  onCommit: (typed: string) => void;
  disabled: boolean;
}) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const id = useId();
  const fault = typed === undefined ? undefined : faultOf(typed);
  return (
    <div className="min-w-0 flex-1">
      <input
        ref={(input) => input?.setCustomValidity(fault ?? '')}
        type="text"
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed ?? value}
        disabled={disabled}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : id}
        onChange={({ target }) => {
          const isName = target.value === value || faultOf(target.value) === undefined;
          setTyped(isName ? undefined : target.value);
          if (isName && target.value !== value) onCommit(target.value);
        }}
        onBlur={() => setTyped(undefined)}
        className={`${inputStyle} max-w-60 py-1 font-mono text-sm`}
      />
      {fault !== undefined && (
        <p id={id} className="mt-1 text-sm text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}
