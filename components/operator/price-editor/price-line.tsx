import type { KeyboardEvent, PointerEvent } from 'react';
import type { FieldHint, Preview } from '../../../lib/operator/price-preview.ts';
import { type EntryPath, type FormLine, shapeOf } from '../../../lib/product/edit-price.ts';
import { AsWritten } from '../../../lib/yaml/wanted.ts';
import { Menu, MenuButton } from '../../shell/header/menu.tsx';
import { moreIcon, ticketIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { Mark } from '../parts/part.tsx';
import { FormulaField } from './formula-field.tsx';
import type { LineFaults } from './line-faults.ts';
import { shapeNames, withShape } from './line-shapes.ts';
import { ChoiceFields } from './choice-fields.tsx';
import { FlatFields, PerFields, TiersFields } from './rule-fields.tsx';
import { addsText } from './sample-words.ts';
import { Segments, TextField } from './small-fields.tsx';

interface Props {
  line: FormLine | AsWritten;
  index: number;
  count: number;
  /** As it is published; undefined if it is new. */
  was: FormLine | undefined;
  /** What it does, if it can be reckoned. */
  words: Preview['lines'][number] | undefined;
  hints: readonly FieldHint[];
  faults: LineFaults;
  onChange: (line: FormLine) => void;
  move: (from: number, to: number) => void;
  remove: () => void;
  showYaml: () => void;
}

/** A line of the price. */
export function PriceLine({ line, index, count, words, ...props }: Props) {
  const name = nameOf(line, index);
  const { was, faults } = props;
  const isNew = !(line instanceof AsWritten) && was === undefined;
  const isChanged = isNew || (!(line instanceof AsWritten) && JSON.stringify(line) !== JSON.stringify(was));
  const rest =
    line instanceof AsWritten ? faults.restOf(['price', 'lines', index], []) : restOf(line, index, faults);
  return (
    <li
      data-place={index}
      className={`min-w-0 rounded-lg border border-line bg-card ${isChanged ? 'border-l-[3px] border-l-accent' : ''}`}
    >
      <Head {...props} {...{ line, index, count, words, name, isNew }} />
      <div className="grid gap-3 px-3 pt-2 pb-3 sm:pl-11">
        {line instanceof AsWritten ? (
          <Unexpressed text={line.text} showYaml={props.showYaml} />
        ) : (
          <Fields {...props} line={line} index={index} />
        )}
        {rest.map((fault) => (
          <p key={fault} className="text-dense break-words text-bad">
            {fault}
          </p>
        ))}
      </div>
      {words && (
        <p className="flex items-start gap-2 border-t border-dashed border-line px-3 py-2 text-dense sm:pl-11">
          <Icon path={ticketIcon} className="mt-0.5 size-3.5 text-accent" />
          <span className="min-w-0 break-words">{words.text}</span>
        </p>
      )}
    </li>
  );
}

type HeadProps = Props & { name: string; isNew: boolean };

/** Its name, its kind, what it adds, and what else can be done with it. */
function Head({ line, index, count, words, name, isNew, ...props }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pt-3">
      <Handle {...{ name, index, count }} move={props.move} />
      {line instanceof AsWritten ? (
        <span className="text-dense font-medium">{name}</span>
      ) : (
        <>
          <TextField
            label={`Name of line ${index + 1}`}
            isLabelHidden
            value={line.label}
            fault={props.faults.at('price', 'lines', index, 'label')}
            className="w-40 font-medium max-sm:w-32"
            onChange={(label) => props.onChange({ ...line, label })}
          />
          <div className="max-sm:order-last max-sm:basis-full">
            <Segments
              label={`Kind of ${name}`}
              choices={shapeNames}
              chosen={shapeOf(line)}
              choose={(shape) => props.onChange(withShape(line, shape, props.hints))}
            />
          </div>
        </>
      )}
      {isNew && <Mark text="New line" />}
      <span className="ml-auto flex items-center gap-1">
        {words && (
          <span className="text-dense whitespace-nowrap text-quiet tabular-nums">
            adds <b className="font-semibold text-ink">{addsText(words)}</b>
          </span>
        )}
        <LineMenu {...props} {...{ line, index, count, name }} />
      </span>
    </div>
  );
}

function LineMenu({ line, index, count, name, ...props }: Omit<HeadProps, 'isNew' | 'words'>) {
  return (
    <Menu
      label={`Line ${name}`}
      buttonName={`More for ${name}`}
      button={<Icon path={moreIcon} />}
      buttonClassName="with-script grid size-8 place-items-center rounded text-quiet hover:bg-hover max-sm:size-11"
    >
      <MenuButton disabled={index === 0} onClick={() => props.move(index, index - 1)}>
        Move up
      </MenuButton>
      <MenuButton disabled={index === count - 1} onClick={() => props.move(index, index + 1)}>
        Move down
      </MenuButton>
      {!(line instanceof AsWritten) && line.when === undefined && (
        <MenuButton onClick={() => props.onChange({ ...line, when: '' })}>Add a condition</MenuButton>
      )}
      <MenuButton onClick={props.remove}>Remove</MenuButton>
    </Menu>
  );
}

function Unexpressed({ text, showYaml }: { text: string; showYaml: () => void }) {
  return (
    <>
      <pre className="overflow-x-auto rounded-md bg-sunk p-3 font-mono text-dense">{text}</pre>
      <p className="text-dense text-quiet">
        This form does not have it.{' '}
        <button type="button" onClick={showYaml} className="text-accent underline underline-offset-4">
          Edit it as YAML
        </button>
      </p>
    </>
  );
}

function nameOf(line: FormLine | AsWritten, index: number): string {
  const label = line instanceof AsWritten ? /^label: *(.+)$/m.exec(line.text)?.[1] : line.label;
  return typeof label === 'string' && label.trim() !== '' ? label : `line ${index + 1}`;
}

function Fields({
  line,
  index,
  hints,
  was,
  faults,
  onChange,
}: Omit<Props, 'line' | 'count' | 'words'> & { line: FormLine }) {
  const fault = (...path: EntryPath) => faults.at('price', 'lines', index, ...path);
  const rule = { was, hints, fault, onChange };
  return (
    <>
      {line.when !== undefined && (
        <FormulaField
          label="Applies if"
          kind="boolean"
          isOptional
          {...{ hints }}
          value={line.when}
          was={was?.when}
          fault={fault('when')}
          onChange={(when) => onChange({ ...line, when })}
        />
      )}
      {'per' in line ? (
        <PerFields {...rule} line={line} />
      ) : 'tiers' in line ? (
        <TiersFields {...rule} line={line} />
      ) : 'choice' in line ? (
        <ChoiceFields {...rule} line={line} />
      ) : (
        <FlatFields {...rule} line={line} />
      )}
    </>
  );
}

/** The faults that no field shows. */
function restOf(line: FormLine, index: number, faults: LineFaults): string[] {
  const quantity = (of: string): EntryPath[] => [
    [of, 'quantity'],
    [of, 'quantity', 'quoted'],
    [of, 'quantity', 'settled'],
  ];
  const shown: EntryPath[] = [
    ...[
      ['label'],
      ['when'],
      ['flat'],
      ['per', 'rate'],
      ['per', 'unit'],
      ['per', 'included'],
      ['per', 'every'],
    ],
    ...[['tiers', 'unit'], ['tiers', 'mode'], ['choice'], ['choice', 'value'], ['choice', 'otherwise']],
    ...quantity('per'),
    ...quantity('tiers'),
  ];
  if ('tiers' in line)
    for (const at of (line.tiers.steps ?? []).keys())
      shown.push(['tiers', 'steps', at], ['tiers', 'steps', at, 'upTo'], ['tiers', 'steps', at, 'rate']);
  if ('choice' in line)
    for (const [name] of line.choice.credits ?? []) shown.push(['choice', 'credits', name]);
  return faults.restOf(['price', 'lines', index], shown);
}

/** Moves the line: by the pointer, or by the arrow keys. */
function Handle({ name, index, count, move }: { name: string } & Pick<Props, 'index' | 'count' | 'move'>) {
  const press = (event: KeyboardEvent) => {
    const to = index + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0);
    if (to === index || to < 0 || to >= count) return;
    event.preventDefault();
    move(index, to);
  };
  const drop = ({ clientX, clientY }: PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest('[data-place]');
    const to = Number(over?.getAttribute('data-place') ?? index);
    if (to !== index) move(index, to);
  };
  return (
    <button
      type="button"
      data-line={index}
      aria-label={`Move ${name}`}
      title="Drag, or press the up and down arrow keys"
      onKeyDown={press}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerUp={drop}
      className="with-script grid size-7 cursor-grab touch-none place-items-center rounded text-quiet active:cursor-grabbing hover:bg-hover max-sm:size-11"
    >
      <Icon
        path="M6 4v.01M10 4v.01M6 8v.01M10 8v.01M6 12v.01M10 12v.01"
        className="size-4 [stroke-width:2.2]"
      />
    </button>
  );
}
