import { use, useRef, useState } from 'react';
import { isShortChoice } from '../../../lib/view/form/control-view.ts';
import { branchOf, switchBranch } from '../../../lib/view/form/switch-branch.ts';
import { describe } from '../../../lib/form/describe.ts';
import { isGroup, type UnionWidget } from '../../../lib/form/widget.ts';
import { equal, type JsonValue } from '../../../lib/json/json.ts';
import { markdownText } from '../../../lib/text/markdown-text.ts';
import { type ControlProps, describedBy, FormParts } from '../control-props.ts';
import { FieldFaults } from '../field-faults.tsx';
import { JsonControl } from './json-control.tsx';
import { LazyCombobox } from '../lazy-control.tsx';
import { RadioPills } from './choice-control.tsx';
import { MarkUntouched } from '../use-untouched-values.ts';

interface Chosen {
  branch: number;
  /** The value after the last change here. Another value came from elsewhere, and its branch is found again. */
  value: JsonValue | undefined;
}

/** One of several types of value. Members that two types share stay when the type changes. */
export function UnionControl({ widget, place, value, onChange, faults }: ControlProps<UnionWidget>) {
  const { Control } = use(FormParts);
  const markUntouched = use(MarkUntouched);
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const before = useRef(new Map<number, JsonValue>());
  const isOurs = chosen !== undefined && isSame(chosen.value, value);
  const current = isOurs ? chosen.branch : branchOf(widget, value);
  const branch = widget.branches[current];
  const change = (next: JsonValue | undefined) => {
    setChosen({ branch: current, value: next });
    onChange(next);
  };
  const choose = (to: number) => {
    const target = widget.branches[to];
    if (target === undefined || to === current) return;
    if (value !== undefined && current >= 0) before.current.set(current, value);
    const switched = switchBranch(value, target.schema, before.current.get(to));
    const next = isBlank(switched) && !place.fixed ? undefined : switched;
    setChosen({ branch: to, value: next });
    markUntouched(place.pointer);
    onChange(next);
  };
  const isInside = branch !== undefined && isGroup(describe(branch.schema).widget);
  return (
    <div role="group" aria-labelledby={place.labelId} className="space-y-1.5">
      <BranchChooser widget={widget} place={place} current={current} onChoose={choose} />
      {branch && (
        <div key={current} data-branch={current}>
          <Control
            place={{
              ...place,
              schema: branch.schema,
              id: `${place.id}-${current}`,
              describedBy: describedBy(
                isInside && place.required && `${place.id}-required`,
                place.describedBy,
              ),
              required: true,
            }}
            value={value}
            onChange={change}
            faults={faults}
          />
        </div>
      )}
      {!branch && value !== undefined && (
        <JsonControl
          widget={{ kind: 'json', holds: 'anything' }}
          place={place}
          value={value}
          onChange={onChange}
          faults={faults}
        />
      )}
      {!isInside && <FieldFaults faults={faults} />}
    </div>
  );
}

function BranchChooser({
  widget,
  place,
  current,
  onChoose,
}: Pick<ControlProps<UnionWidget>, 'widget' | 'place'> & {
  current: number;
  onChoose: (branch: number) => void;
}) {
  const options = widget.branches.map(({ label, schema }, index) => ({
    value: index,
    label,
    help: openingText(describe(schema).help),
  }));
  const chooser = {
    ...place,
    id: `${place.id}-kind`,
    invalid: false,
    describedBy: undefined,
  };
  const pick = (next: JsonValue) => onChoose(Number(next));
  const selected = current < 0 ? undefined : current;
  return (
    <div data-chooser>
      {isShortChoice(options) ? (
        <RadioPills options={options} place={chooser} value={selected} onChange={pick} />
      ) : (
        <LazyCombobox
          options={options}
          place={chooser}
          value={selected}
          onChange={pick}
          placeholder="Choose a type…"
        />
      )}
    </div>
  );
}

const mostHelpCharacters = 220;

/** The first paragraph of a help text as plain text. */
function openingText(help: string): string {
  const [first = ''] = help.trim().split(/\n\s*\n/, 1);
  const text = markdownText(first);
  return text.length <= mostHelpCharacters ? text : `${text.slice(0, mostHelpCharacters)}…`;
}

/** An empty value is left out of the input. */
function isBlank(value: JsonValue): boolean {
  return value === '' || value === null;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equal(a, b);
}
