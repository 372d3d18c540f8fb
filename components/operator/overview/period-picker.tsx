import Link from 'next/link';
import type { Activity } from '../../../lib/operator/activity.ts';
import { periods } from '../../../lib/operator/periods.ts';
import { neighbour, periodWords } from '../../../lib/view/activity-words.ts';
import { rightIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';

const address = '/operator';

/** Of which time the charts are. The address says it. */
export function PeriodPicker({ activity, today }: { activity: Activity; today: string }) {
  const { period } = activity;
  const earlier = neighbour(activity, -1, today);
  const later = neighbour(activity, 1, today);
  const hrefOf = (until: string | undefined) =>
    `${address}?${new URLSearchParams({ period, ...(until !== undefined && until !== today && { until }) })}`;
  return (
    <>
      <nav
        aria-label="Period"
        className="flex h-9 rounded-[0.4375rem] border border-line bg-sunk p-0.5 text-dense max-rail:h-11"
      >
        {periods.map((one) => (
          <Link
            key={one}
            href={`${address}?period=${one}`}
            prefetch={false}
            scroll={false}
            aria-current={one === period ? 'true' : undefined}
            className="flex flex-1 items-center justify-center rounded-[0.3125rem] px-3 font-medium text-quiet hover:text-ink aria-[current]:bg-card aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)]"
          >
            {periodWords[one]}
          </Link>
        ))}
      </nav>
      <span className="flex gap-1.5 max-rail:flex-none!">
        <Step href={hrefOf(earlier)} label="The period before" turned />
        {later === undefined ? (
          <span aria-hidden className="button w-9 px-0 text-quiet opacity-50 max-rail:w-11">
            <Icon path={rightIcon} />
          </span>
        ) : (
          <Step href={hrefOf(later)} label="The period after" />
        )}
      </span>
    </>
  );
}

function Step({ href, label, turned = false }: { href: string; label: string; turned?: boolean }) {
  return (
    <Link
      href={href}
      prefetch={false}
      scroll={false}
      aria-label={label}
      className="button w-9 px-0 max-rail:w-11"
    >
      <Icon path={rightIcon} className={turned ? 'size-4 rotate-180' : 'size-4'} />
    </Link>
  );
}
