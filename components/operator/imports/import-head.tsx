import Link from 'next/link';

const steps = ['Document', 'Choose and price', 'Publish'];

/** The title of an import, and how far it is. */
export function ImportHead({ step, title = 'Import an API' }: { step: number; title?: string }) {
  return (
    <>
      <nav aria-label="Breadcrumb" className="text-sm text-quiet">
        <ol className="flex flex-wrap gap-x-2">
          <li>
            <Link
              href="/operator/products"
              prefetch={false}
              className="underline-offset-4 hover:text-ink hover:underline"
            >
              Products
            </Link>
          </li>
          <li className="before:mr-2 before:content-['›']">Import</li>
        </ol>
      </nav>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-3xl font-semibold tracking-tight break-words">{title}</h1>
        <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={index === step ? 'step' : undefined}
              className="group flex items-center gap-2 not-first:before:w-4 not-first:before:border-t not-first:before:border-dashed not-first:before:border-line aria-[current]:font-medium aria-[current]:text-ink"
            >
              <span className="grid size-6 place-items-center rounded-full border border-line text-xs tabular-nums group-aria-[current]:border-ink group-aria-[current]:bg-ink group-aria-[current]:text-paper">
                {index < step ? <Tick /> : index + 1}
              </span>
              {name}
              {index < step && <span className="sr-only"> (done)</span>}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function Tick() {
  return (
    <svg aria-hidden viewBox="0 0 12 12" className="size-3 fill-none stroke-good stroke-2">
      <path d="m2 6.5 2.5 2.5L10 3.5" />
    </svg>
  );
}
