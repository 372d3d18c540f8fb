import Link from 'next/link';
import type { ImportedOperationRow } from '../../../lib/operator/imports.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { OperationDetail } from './operation-detail.tsx';
import { Checkbox, PriceField } from './row-controls.tsx';

interface Props {
  id: string;
  row: ImportedOperationRow;
  isOpen: boolean;
  toggle: () => void;
  choose: (isChosen: boolean) => void;
}

/** An operation in one line; in two on a phone. Its name opens what is known of it. */
export function OperationRow({ id, row, isOpen, toggle, choose }: Props) {
  const { position, problem, chosen, price, sentence } = row;
  const breaks = row.outcome === null && !isOpen ? breaksText(row) : undefined;
  const called = calledOf(row);
  const isSold = problem === null;
  return (
    <>
      <tr className={`h-9 border-t border-rule align-middle hover:bg-hover ${isSold ? '' : 'text-quiet'}`}>
        <td>
          <Checkbox label={called} isChecked={chosen} isDisabled={!isSold} change={choose} />
        </td>
        <Names {...{ row, isOpen, toggle }} />
        <Facts {...{ row, isOpen, toggle }} />
        <td className="py-1 text-right">
          {isSold && row.compared !== 'removed' && (
            <PriceField
              id={id}
              label={`Credits for ${called}`}
              value={price}
              hint={row.compared === 'new' ? '1' : 'as now'}
              isDisabled={!chosen}
              choice={{ operations: [position] }}
            />
          )}
        </td>
      </tr>
      {breaks !== undefined && (
        <tr>
          <td />
          <td>
            <p className="w-[calc(100cqw-2.5rem)] pb-2 break-words text-bad">{breaks}</p>
          </td>
        </tr>
      )}
      {sentence !== null && (
        <tr>
          <td />
          <td>
            <p className="w-[calc(100cqw-2.5rem)] pb-2 break-words text-warn">{sentence}</p>
          </td>
        </tr>
      )}
      {isOpen && (
        <tr>
          <td>
            <div className="w-[100cqw] pb-3">
              <OperationDetail id={id} row={row} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

const maxShown = 4;

/** What of the change breaks the programs of callers. */
function breaksText({ compared: how, breaking }: ImportedOperationRow): string | undefined {
  if (how === 'removed') return 'The document has it no more. Taking that puts the product offline.';
  if (how !== 'changed' || breaking.length === 0) return undefined;
  const more = breaking.length - maxShown;
  return `Breaks callers: ${breaking.slice(0, maxShown).join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function calledOf({ method, path }: ImportedOperationRow): string {
  return `${method.toUpperCase()} ${path}`;
}

type Part = Pick<Props, 'row' | 'isOpen' | 'toggle'>;

/** What it is called, in the document and in the catalogue: beside each other, or on a phone in two lines. */
function Names({ row, isOpen, toggle }: Part) {
  const { method, path, name, slug, outcome, compared: how } = row;
  const isPublished = outcome !== null && outcome !== 'refused';
  const link = isPublished ? (
    <Link
      href={`/operator/products/${slug}`}
      prefetch={false}
      className="font-medium text-accent underline underline-offset-4"
    >
      {name}
    </Link>
  ) : (
    <Opener {...{ row, isOpen, toggle }} label={name} className="font-medium" />
  );
  const state = outcome === null && how === 'new' ? '' : `${stateOf(row)} · `;
  return (
    <>
      <td className="pr-3 max-md:py-1.5">
        <div className="truncate md:hidden">{link}</div>
        <p className="truncate font-mono text-[0.8125rem]" title={calledOf(row)}>
          <span className="font-sans text-quiet sm:hidden">{state}</span>
          <Method method={method} /> {path}
        </p>
      </td>
      <td className="hidden truncate pr-3 md:table-cell">{link}</td>
    </>
  );
}

/** What its form has, what it loses, and how it compares with the catalogue. */
function Facts({ row, isOpen, toggle }: Part) {
  const { fields, required, losses, problem, sentence, outcome } = row;
  const isSold = problem === null;
  const form = `${countOf(fields, 'field')}${required > 0 ? `, ${required} req.` : ''}`;
  const loss = losses === 1 ? '1 loss' : `${groupedNumber(losses)} losses`;
  const isChanged = outcome === null && row.compared === 'changed';
  const isOpenedHere = losses > 0 || isChanged || (outcome !== null && outcome !== 'refused');
  return (
    <>
      <td className="hidden truncate pr-3 text-quiet xl:table-cell">{fields === 0 ? 'No fields' : form}</td>
      <td className="hidden pr-3 sm:table-cell">
        {isOpenedHere ? (
          <Opener
            {...{ row, isOpen, toggle }}
            label={isChanged ? 'Compare' : losses === 0 ? 'Details' : isSold ? loss : 'Why'}
            className={
              isChanged
                ? 'text-accent underline'
                : losses === 0
                  ? 'text-quiet'
                  : isSold
                    ? 'text-warn'
                    : 'text-bad'
            }
          />
        ) : (
          <span className="text-quiet">–</span>
        )}
      </td>
      <td className="hidden truncate pr-3 sm:table-cell" title={sentence ?? undefined}>
        <State row={row} />
      </td>
    </>
  );
}

const tones: Record<string, string> = { get: 'bg-good-soft text-good', delete: 'bg-bad-soft text-bad' };

function Method({ method }: { method: string }) {
  return (
    <span
      className={`tag font-mono font-semibold uppercase ${tones[method] ?? 'bg-accent-soft text-accent'}`}
    >
      {method}
    </span>
  );
}

interface OpenerProps extends Part {
  label: string;
  className?: string;
}

function Opener({ row, isOpen, toggle, label, className = '' }: OpenerProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={toggle}
      className={`relative min-h-7 max-w-full truncate text-left underline-offset-4 hover:underline ${className}`}
    >
      {label}
      <span className="sr-only"> of {calledOf(row)}</span>
    </button>
  );
}

const compared = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  foreign: 'Slug taken',
  unsold: 'Cannot be sold',
  removed: 'Gone from it',
} as const;
const outcomes = {
  created: 'Created',
  changed: 'Changed',
  unchanged: 'As it was',
  refused: 'Refused',
} as const;

function stateOf({ outcome, isOnline, compared: how }: ImportedOperationRow): string {
  if (outcome === null) return compared[how];
  if (outcome === 'refused') return outcomes.refused;
  return `${outcomes[outcome]}, ${isOnline ? 'online' : 'offline'}`;
}

const badStates: ImportedOperationRow['compared'][] = ['unsold', 'foreign'];

function State({ row }: { row: ImportedOperationRow }) {
  const isBad = row.outcome === 'refused' || badStates.includes(row.compared);
  const isGood = !isBad && (row.outcome !== null || row.compared === 'new');
  const isGone = row.outcome === null && row.compared === 'removed';
  return (
    <span
      className={`tag ${isBad ? 'bg-bad-soft text-bad' : isGone ? 'bg-warn-soft text-warn' : isGood ? 'bg-good-soft text-good' : ''}`}
    >
      {stateOf(row)}
    </span>
  );
}
