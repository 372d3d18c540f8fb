import { Arrow } from '../shell/buttons.tsx';
import { type ReactNode, use, useId, useRef, useState } from 'react';
import type { FormField, FormSection } from '../../lib/form/arrange-fields.ts';
import { type FieldFault, pointerOf } from '../../lib/form/faults.ts';
import { filledNames, sectionSummary } from '../../lib/view/form/form-fields.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { FormGuide } from './use-form-guide.ts';

interface Props {
  /** The pointer and the value of the object. */
  pointer: string;
  value: JsonObject;
  faultsOf: (name: string) => FieldFault[];
  renderField: (field: FormField) => ReactNode;
}

/** The sections of a large form, closed at first. */
export function FormSections({ sections, ...props }: Props & { sections: FormSection[] }) {
  return (
    <div className="divide-y divide-line rounded-md border border-line bg-card">
      {sections.map((section) => (
        <Section key={section.key} section={section} {...props} />
      ))}
    </div>
  );
}

/** Stays mounted once opened, to keep typed text. */
function Section({ section, ...props }: Props & { section: FormSection }) {
  const { pointer, value, faultsOf, renderField } = props;
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const { target, turn, isTried } = use(FormGuide);
  const faults = section.fields.reduce((count, { name }) => count + faultsOf(name).length, 0);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [seen, setSeen] = useState({ turn: 0, mustOpen: false });
  const mustOpen = isTried && faults > 0;
  if (seen.turn !== turn || seen.mustOpen !== mustOpen) {
    setSeen({ turn, mustOpen });
    const isAsked =
      seen.turn !== turn && section.fields.some(({ name }) => holds(pointerOf(pointer, name), target));
    if (isAsked || (mustOpen && !seen.mustOpen)) setOpen(true);
  }
  if (isOpen && !wasOpen) setWasOpen(true);
  const toggle = () => {
    // Opens a section with invalid text before a call.
    const texts = isOpen ? body.current?.querySelectorAll<HTMLInputElement>('input, textarea') : [];
    const unread = [...(texts ?? [])].find((text) => !text.validity.valid);
    if (unread) unread.focus();
    else setOpen(!isOpen);
  };
  return (
    <div data-section={section.key}>
      <SectionLine
        section={section}
        filled={filledNames(section, value)}
        faults={faults}
        isOpen={isOpen}
        controls={id}
        toggle={toggle}
      />
      {wasOpen && (
        <div ref={body} id={id} hidden={!isOpen} className="px-3 pt-1 pb-4 sm:px-4">
          {section.sections.length > 0 ? (
            <FormSections sections={section.sections} {...props} />
          ) : (
            <div className="space-y-6">{section.fields.map(renderField)}</div>
          )}
        </div>
      )}
    </div>
  );
}

function SectionLine({
  section,
  filled,
  faults,
  isOpen,
  controls,
  toggle,
}: {
  section: FormSection;
  filled: string[];
  faults: number;
  isOpen: boolean;
  controls: string;
  toggle: () => void;
}) {
  // A click before hydration would be lost.
  const isReady = useHydrated();
  const isRequired = section.fields.some(({ required }) => required);
  return (
    <button
      type="button"
      data-tool="section"
      aria-expanded={isOpen}
      aria-controls={controls}
      disabled={!isReady}
      onClick={toggle}
      className="flex w-full flex-wrap items-baseline gap-x-2 px-3 py-1.5 text-left text-sm hover:bg-sunk sm:flex-nowrap sm:px-4"
    >
      <Arrow className={`shrink-0 self-center text-quiet ${isOpen ? 'rotate-90' : ''}`} />
      <span className="shrink-0 font-medium">
        {section.label}
        {isRequired && (
          <span className="ml-1 text-accent">
            <span aria-hidden="true">*</span>
            <span className="sr-only">required</span>
          </span>
        )}
      </span>
      <span className="order-last min-w-0 flex-1 basis-full truncate pl-5 text-quiet sm:order-none sm:basis-0 sm:pl-0">
        {sectionSummary(section)}
      </span>
      {(filled.length > 0 || faults > 0) && (
        <span className="ml-auto flex shrink-0 gap-x-2 text-xs">
          {filled.length > 0 && <span className="text-good">{filledText(filled)}</span>}
          {faults > 0 && <span className="font-medium text-bad">{faults} to fix</span>}
        </span>
      )}
    </button>
  );
}

/** Names in the line of a closed section. */
const maxFilled = 2;

function filledText(filled: string[]): string {
  const more = filled.length > maxFilled ? ` + ${filled.length - maxFilled}` : '';
  return `filled in: ${filled.slice(0, maxFilled).join(', ')}${more}`;
}

function holds(pointer: string, target: string): boolean {
  return target === pointer || target.startsWith(`${pointer}/`);
}
