import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { Checkbox, PriceField } from './row-controls.tsx';
import { useChoices } from './import-options.ts';

interface Props {
  id: string;
  /** Whether a price for all of it can be set: what is published keeps its own. */
  isPriced: boolean;
  group: NonNullable<ImportDetail['document']>['groups'][number] | undefined;
}

/** The head of a group: chooses and prices all of its operations. */
export function GroupRow({ id, isPriced, group: found }: Props) {
  const { mutate } = useChoices(id);
  if (!found) return null;
  const { group, name, description, sellable, chosen, operations } = found;
  const shown = name ?? 'Without a group';
  return (
    <tr className="h-10 border-t border-line">
      <td>
        <Checkbox
          label={`All of ${shown}`}
          isChecked={sellable > 0 && chosen === sellable}
          isMixed={chosen > 0 && chosen < sellable}
          isDisabled={sellable === 0}
          change={(isChosen) => mutate({ choices: [{ group, chosen: isChosen }] })}
        />
      </td>
      <th scope="rowgroup" className="font-normal">
        {/* As wide as the columns that this row leaves empty. */}
        <div className="w-[calc(100cqw-9rem)] truncate">
          <strong className="font-semibold">{shown}</strong>{' '}
          <span className="text-quiet tabular-nums">
            {groupedNumber(chosen)} of {groupedNumber(operations)}
          </span>{' '}
          <span className="text-quiet max-md:hidden">{description}</span>
        </div>
      </th>
      <td className="hidden md:table-cell" />
      <td className="hidden xl:table-cell" />
      <td className="hidden sm:table-cell" />
      <td className="hidden sm:table-cell" />
      <td className="text-right">
        {isPriced && sellable > 0 && (
          <PriceField
            id={id}
            label={`Credits for all of ${shown}`}
            value={null}
            hint="for all"
            choice={{ group }}
          />
        )}
      </td>
    </tr>
  );
}
