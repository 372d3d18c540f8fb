import { useRef, useState } from 'react';
import { type PictureKind, pictureTooLarge } from '../../../lib/face/face.ts';
import { EditorField } from '../parts/editor-field.tsx';
import { type FieldsProps, pictureSource } from './face-draft.ts';

interface Props extends FieldsProps {
  kind: PictureKind;
  label: string;
  hint: string;
}

const photos = ',image/jpeg,image/webp';

/** A file that is shown at once, and sent when the changes are published. */
export function PictureField({ face, draft, faults, set, kind, label, hint }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<string>();
  const source = pictureSource(face, draft, kind);
  const choose = (picture: string | null) => set({ pictures: { ...draft.pictures, [kind]: picture } });
  function read(chosen: File | undefined) {
    if (!chosen) return;
    const fault = pictureTooLarge(kind, chosen.size);
    setTooLarge(fault);
    if (fault !== undefined) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => typeof reader.result === 'string' && choose(reader.result));
    reader.readAsDataURL(chosen);
  }
  return (
    <EditorField label={label} hint={hint} fault={tooLarge ?? faults[`pictures/${kind}`]}>
      {(input) => (
        <div className="flex flex-wrap items-center gap-3">
          {source !== undefined && (
            // oxlint-disable-next-line nextjs/no-img-element -- as it was chosen, and not sent yet
            <img
              src={source}
              alt=""
              className={`rounded-md border border-line bg-paper object-contain p-1 ${kind === 'front' ? 'h-20 w-36' : 'h-11 min-w-11 max-w-48'}`}
            />
          )}
          <input
            {...input}
            ref={file}
            type="file"
            accept={`image/svg+xml,image/png${kind === 'front' ? photos : ''}`}
            onChange={({ target }) => {
              read(target.files?.[0]);
              // The same file can be chosen again.
              target.value = '';
            }}
            className="sr-only"
            tabIndex={-1}
          />
          <button type="button" onClick={() => file.current?.click()} className="button">
            {source === undefined ? 'Choose a file…' : 'Replace…'}
            <span className="sr-only"> {label}</span>
          </button>
          {source !== undefined && (
            <button type="button" onClick={() => choose(null)} className="button button-ghost">
              Remove<span className="sr-only"> {label}</span>
            </button>
          )}
        </div>
      )}
    </EditorField>
  );
}
