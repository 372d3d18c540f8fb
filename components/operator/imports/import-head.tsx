import type { ImportDetail } from '../../../lib/operator/imports.ts';
import { checkIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { PageHead } from '../parts/page-head.tsx';

const steps = ['Document', 'Choose and price', 'Publish'];
const newerSteps = ['Document', 'Compare', 'Take'];

interface Props {
  step: number;
  follows?: ImportDetail['follows'];
}

/** The title of an import, and how far it is. */
export function ImportHead({ step, follows = null }: Props) {
  const title = follows ? `Newer version of ${follows.name}` : 'Import an API';
  const crumb = follows
    ? { href: `/operator/apis/${follows.slug}`, name: follows.name }
    : { href: '/operator/products', name: 'Products' };
  return (
    <PageHead title={title} crumb={crumb}>
      <Steps step={step} names={follows ? newerSteps : steps} />
    </PageHead>
  );
}

function Steps({ step, names }: { step: number; names: string[] }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-dense text-quiet">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === step ? 'step' : undefined}
          className="group flex items-center gap-2 not-first:before:w-4 not-first:before:border-t not-first:before:border-dashed not-first:before:border-line aria-[current]:font-medium aria-[current]:text-ink"
        >
          <span className="grid size-6 place-items-center rounded-full border border-line text-xs tabular-nums group-aria-[current]:border-ink group-aria-[current]:bg-ink group-aria-[current]:text-paper">
            {index < step ? <Icon path={checkIcon} className="size-3.5 text-good" /> : index + 1}
          </span>
          {name}
          {index < step && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
