import { type ClipboardEvent, use, useRef, useState } from 'react';
import type { FileWidget } from '../../lib/form/widget.ts';
import { shownFile } from '../../lib/view/form/shown-file.ts';
import { loaded } from '../loaded.ts';
import { quietButton } from '../quiet-button.ts';
import { AddressInput } from './address-input.tsx';
import type { ControlProps } from './control-props.ts';
import { DropZone } from './drop-zone.tsx';
import { MostBytes } from './most-bytes.ts';
import { keepFocusIn } from './focus-field.ts';
import { FilePreview } from './file-preview.tsx';
import { useReading } from './use-reading.ts';
import { inputStyle } from './input-style.ts';

/** A file that is dropped, pasted, chosen or fetched. The input holds it as text. */
export function FileControl({ widget, place, value, onChange }: ControlProps<FileWidget>) {
  const [source, setSource] = useState<'address' | 'text' | undefined>(undefined);
  const mostBytes = use(MostBytes);
  const group = useRef<HTMLDivElement>(null);
  const text = typeof value === 'string' ? value : '';
  const isThere = value !== undefined && !(place.fixed && value === '');
  const file = isThere ? shownFile(text, widget) : undefined;
  const isText = source === 'text' || (isThere && file === undefined);
  const { isBusy, problem, take } = useReading((read) =>
    keepFocusIn(group.current, () => {
      setSource(undefined);
      onChange(read);
    }),
  );
  const takeFile = (given: File | undefined) =>
    given && take(loadReader().then(({ readFile }) => readFile(given, widget.encoding, mostBytes)));
  const takeAddress = (address: string) =>
    take(loadReader().then(({ readFromAddress }) => readFromAddress(address, widget.encoding, mostBytes)));
  const paste = (event: ClipboardEvent) => {
    const [given] = event.clipboardData.files;
    if (given === undefined || place.disabled) return;
    event.preventDefault();
    takeFile(given);
  };
  return (
    <div
      ref={group}
      role="group"
      aria-busy={isBusy}
      aria-labelledby={place.labelId}
      aria-describedby={place.describedBy}
      onPaste={paste}
      className="space-y-1.5 py-1"
    >
      {file && <FilePreview file={file} text={text} />}
      <DropZone
        key={file ? 'another' : 'first'}
        widget={widget}
        place={place}
        isBusy={isBusy}
        isMore={!!file}
        onFile={takeFile}
      />
      <div className="flex flex-wrap gap-2">
        {file ? (
          <button
            type="button"
            disabled={place.disabled}
            onClick={() => onChange(place.fixed ? '' : undefined)}
            className={quietButton}
          >
            Remove<span className="sr-only"> the file of {place.label}</span>
          </button>
        ) : (
          <Toggle
            label="From an address"
            isOn={source === 'address'}
            onToggle={(on) => setSource(on ? 'address' : undefined)}
          />
        )}
        <Toggle label="As text" isOn={isText} onToggle={(on) => setSource(on ? 'text' : undefined)} />
      </div>
      {source === 'address' && !file && (
        <AddressInput label={place.label} isBusy={isBusy} onAddress={takeAddress} />
      )}
      {isText && <FileText widget={widget} place={place} value={value} onChange={onChange} />}
      {problem !== '' && <Trouble>{problem}</Trouble>}
    </div>
  );
}

function Trouble({ children }: { children: string }) {
  return (
    <p role="alert" className="text-sm text-bad">
      {children}
    </p>
  );
}

/** Loaded with the first file. */
function loadReader() {
  return loaded(import('./read-file.ts'));
}

function Toggle({
  label,
  isOn,
  onToggle,
}: {
  label: string;
  isOn: boolean;
  onToggle: (on: boolean) => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOn}
      onClick={() => onToggle(!isOn)}
      className="min-h-6 text-sm text-quiet underline decoration-line underline-offset-4 hover:text-ink aria-expanded:text-ink"
    >
      {label}
    </button>
  );
}

function FileText({ widget, place, value, onChange }: Omit<ControlProps<FileWidget>, 'faults'>) {
  return (
    <textarea
      aria-label={`${place.label} as ${widget.encoding === 'data-url' ? 'a data URL or base64' : widget.encoding}`}
      value={typeof value === 'string' ? value : ''}
      rows={3}
      spellCheck={false}
      disabled={place.disabled}
      onChange={(event) =>
        onChange(event.target.value === '' && !place.fixed ? undefined : event.target.value)
      }
      className={`${inputStyle} max-h-48 font-mono text-xs break-all`}
    />
  );
}
