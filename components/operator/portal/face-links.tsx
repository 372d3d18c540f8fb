import { useId } from 'react';
import type { FaceLink } from '../../../lib/face/face.ts';
import { fieldRow } from '../parts/editor-field.tsx';

interface LinkProps {
  label: string;
  link: FaceLink;
  faults: Record<string, string>;
  /** In the body. */
  place: string;
  onChange: (link: FaceLink) => void;
}

/** The words of a link and where it leads. */
export function LinkFields({ label, link, faults, place, onChange }: LinkProps) {
  return (
    <fieldset className={fieldRow}>
      <legend className="float-left font-medium sm:pt-2">{label}</legend>
      <LinkInputs name={label} {...{ link, faults, place, onChange }} />
    </fieldset>
  );
}

function LinkInputs({ name, link, faults, place, onChange }: Omit<LinkProps, 'label'> & { name: string }) {
  const about = useId();
  const fault = faults[`${place}/text`] ?? faults[`${place}/address`] ?? faults[place];
  const common = {
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault === undefined ? undefined : about,
  };
  return (
    <div className="grid min-w-0 flex-1 gap-1.5">
      <div className="grid gap-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <input
          {...common}
          aria-label={`${name}: words`}
          placeholder="Words"
          maxLength={30}
          value={link.text}
          onChange={({ target }) => onChange({ ...link, text: target.value })}
          className="field"
        />
        <input
          {...common}
          aria-label={`${name}: address`}
          placeholder="https://… or a page such as /docs"
          spellCheck={false}
          value={link.address}
          onChange={({ target }) => onChange({ ...link, address: target.value })}
          className="field"
        />
      </div>
      {fault !== undefined && (
        <p id={about} className="text-dense break-words text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

interface LinksProps {
  label: string;
  hint: string;
  most: number;
  links: readonly FaceLink[];
  faults: Record<string, string>;
  place: string;
  onChange: (links: FaceLink[]) => void;
}

/** Links in their order. */
export function FaceLinks({ label, hint, most, links, faults, place, onChange }: LinksProps) {
  return (
    <fieldset className={fieldRow}>
      <legend className="float-left font-medium sm:pt-2">{label}</legend>
      <div className="grid min-w-0 gap-2">
        {links.map((link, index) => (
          // Rows have no other name than their place.
          <div key={index} className="flex items-start gap-2">
            <LinkInputs
              name={`${label}, link ${index + 1}`}
              link={link}
              faults={faults}
              place={`${place}/${index}`}
              onChange={(changed) => onChange(links.map((one, at) => (at === index ? changed : one)))}
            />
            <button
              type="button"
              onClick={() => onChange(links.filter((_, at) => at !== index))}
              className="button button-small mt-1"
            >
              Remove
              <span className="sr-only">
                {' '}
                link {index + 1} of the {label.toLowerCase()}
              </span>
            </button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {links.length < most && (
            <button
              type="button"
              onClick={() => onChange([...links, { text: '', address: '' }])}
              className="button button-small"
            >
              Add a link<span className="sr-only"> to the {label.toLowerCase()}</span>
            </button>
          )}
          <p className="text-dense text-quiet">{hint}</p>
        </div>
      </div>
    </fieldset>
  );
}
