import { type DragEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FileWidget } from '../../lib/form/widget.ts';
import type { ControlProps } from './control-props.ts';

export function DropZone({
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
