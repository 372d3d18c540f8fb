import Link from 'next/link';

const link = 'py-1 underline-offset-4 hover:text-ink hover:underline';

export function SiteFooter() {
  return (
    <footer className="mt-12 border-t border-dashed border-line">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-5 text-sm text-quiet sm:px-6">
        <p>Know the fare before you ride.</p>
        <ul className="flex flex-wrap gap-x-5">
          <li className="hidden items-center pointer-fine:flex">
            <span className="with-script">
              <kbd className="rounded border border-line px-1.5 text-xs">?</kbd> shortcuts
            </span>
          </li>
          <li className="flex">
            <Link href="/problems" prefetch={false} className={link}>
              Errors
            </Link>
          </li>
          <li className="flex">
            <Link href="/docs/reference" prefetch={false} className={link}>
              OpenAPI
            </Link>
          </li>
          <li className="flex">
            {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- a text, not a page */}
            <a href="/llms.txt" className={link}>
              For agents
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
