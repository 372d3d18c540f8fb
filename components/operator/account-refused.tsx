import type { RefusedCallList, RefusedUsage } from '../../lib/call/refused-calls.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { dayText } from '../../lib/text/moment-text.ts';
import { RefusedRows, RefusedTotals } from '../calls/refused-tables.tsx';
import { CsvLink } from './csv-link.tsx';
import { NoRows } from './rows.tsx';

interface Props {
  accountId: string;
  usage: RefusedUsage;
  calls: RefusedCallList;
  /** The right to save the list, and the right to save the sums. */
  may: Record<'exportCalls' | 'exportAccounts', boolean>;
}

/** Which calls of an account were refused, and why. */
export function AccountRefused({ accountId, usage, calls: { list, total }, may }: Props) {
  const address = `/api/operator/accounts/${accountId}`;
  if (total === 0 && usage.list.length === 0) return <NoRows>No calls were refused.</NoRows>;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-quiet">
          {dayText(usage.from)} to {dayText(usage.to)}, days in UTC
        </p>
        {may.exportAccounts && (
          <CsvLink address={`${address}/usage/refused?format=csv`} fileName="farebox-refused-reasons.csv" />
        )}
      </div>
      <RefusedTotals usage={usage} />
      {total > 0 && (
        <>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-semibold">
              The newest {groupedNumber(list.length)} of {groupedNumber(total)}
            </h3>
            {may.exportCalls && (
              <CsvLink
                address={`${address}/calls/refused?pageSize=1000&format=csv`}
                fileName="farebox-refused-calls.csv"
              />
            )}
          </div>
          <RefusedRows calls={list} />
        </>
      )}
    </>
  );
}
