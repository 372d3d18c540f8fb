import { checkIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { PageHead } from '../parts/page-head.tsx';

const steps = ['Document', 'Choose and price', 'Publish'];

/** The title of an import, and how far it is. */
export function ImportHead({ step }: { step: number }) {
  return (
    <PageHead title="Import an API" crumb={{ href: '/operator/products', name: 'Products' }}>
      <Steps step={step} />
    </PageHead>
  );
}

function Steps({ step }: { step: number }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-dense text-quiet">
      {steps.map((name, index) => (
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
