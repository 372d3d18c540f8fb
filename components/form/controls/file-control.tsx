import {
  type ClipboardEvent,
  use,
  useRef,
  useState,
  type DragEvent,
  useEffectEvent,
  useLayoutEffect,
  createContext,
} from 'react';
import type { FileWidget } from '../../../lib/form/widget.ts';
import { shownFile, type ShownFile } from '../../../lib/view/form/control-view.ts';
import { loaded } from '../../loaded.ts';
import { messageOf } from '../../problem-error.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { type ControlProps, inputStyle } from '../control-props.ts';
import { keepFocusIn } from '../focus-field.ts';

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
      {problem !== '' && <Trouble>{file ? `${problem} The file above is still chosen.` : problem}</Trouble>}
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

/** A chosen file: name, type, size and preview. */
function FilePreview({ file, text }: { file: ShownFile; text: string }) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-card p-2">
      {file.isPicture && (
        // oxlint-disable-next-line nextjs/no-img-element -- a data URL has nothing to be optimised
        <img src={text} alt="" className="size-12 shrink-0 rounded-sm bg-sunk object-contain" />
      )}
      <p className="min-w-0 text-sm">
        <span className="block font-medium break-all">{file.name}</span>
        <span className="text-quiet tabular-nums">{file.detail}</span>
      </p>
    </div>
  );
}

/** Reads one text at a time. Only the newest request counts. */
function useReading(onRead: (text: string) => void) {
  const [state, setState] = useState({ isBusy: false, problem: '' });
  const latest = useRef<Promise<string> | null>(null);
  const take = (reading: Promise<string>) => {
    latest.current = reading;
    setState({ isBusy: true, problem: '' });
    reading.then(
      (text) => {
        if (latest.current !== reading) return;
        setState({ isBusy: false, problem: '' });
        onRead(text);
      },
      (error: unknown) => {
        if (latest.current !== reading) return;
        setState({ isBusy: false, problem: messageOf(error) });
      },
    );
  };
  return { ...state, take };
}

/** The address of a file for the browser to fetch. */
function AddressInput({
  label,
  isBusy,
  onAddress,
}: {
  label: string;
  isBusy: boolean;
  onAddress: (address: string) => void;
}) {
  const [address, setAddress] = useState('');
  return (
    <div className="flex gap-2">
      <input
        type="text"
        inputMode="url"
        aria-label={`Address of a file for ${label}`}
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        className={`${inputStyle} py-1 text-sm`}
      />
      <button
        type="button"
        disabled={isBusy || address.trim() === ''}
        onClick={() => onAddress(address.trim())}
        className={quietButton}
      >
        Fetch
      </button>
    </div>
  );
}

function DropZone({
  widget,
  place,
  isBusy,
  isMore = false,
  onFile,
}: Pick<ControlProps<FileWidget>, 'widget' | 'place'> & {
  isBusy: boolean;
  /** Whether it takes the place of a file that is there. */
  isMore?: boolean;
  onFile: (file: File | undefined) => void;
}) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const takeChosen = (chosen: HTMLInputElement | null) => {
    if (!chosen?.files?.[0]) return;
    onFile(chosen.files[0]);
    // Lets the same file be chosen again after a change.
    chosen.value = '';
  };
  const takeEarly = useEffectEvent(() => takeChosen(input.current));
  // Picks up a file chosen before the scripts ran, before a key can start a call.
  useLayoutEffect(() => takeEarly(), []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!place.disabled) onFile(event.dataTransfer.files[0]);
  };
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`block cursor-pointer rounded-md border border-dashed px-3 ${isMore ? 'py-2' : 'py-4'} text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-default has-disabled:opacity-60 ${isOver ? 'border-accent bg-accent-soft' : `bg-card hover:bg-sunk ${place.invalid ? 'border-bad' : 'border-line'}`}`}
    >
      <input
        ref={input}
        type="file"
        aria-label={`Choose a file for ${place.label}`}
        accept={widget.mediaType}
        disabled={place.disabled}
        onChange={({ target }) => takeChosen(target)}
        className="sr-only"
      />
      {isBusy ? 'Reading…' : `Drop, paste or choose ${isMore ? 'another' : 'a'} file`}
    </label>
  );
}

/** The size limit of the whole input. A larger file is not read. */
export const MostBytes = createContext(Number.POSITIVE_INFINITY);
