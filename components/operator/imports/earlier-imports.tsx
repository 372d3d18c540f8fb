import Link from 'next/link';
import type { ImportList } from '../../../lib/operator/imports.ts';
import { momentText } from '../../../lib/text/times.ts';
import { Part } from '../parts/part.tsx';

const words = {
  waiting: 'Waiting',
  fetching: 'Being read',
  reading: 'Being read',
  storing: 'Being read',
  ready: 'To be published',
  same: 'Nothing newer',
  failed: 'Not read',
  publishing: 'Being published',
  published: 'Published',
} as const;

/** The imports of the last day, where somebody goes on who left. */
export function EarlierImports({ imports }: { imports: ImportList['list'] }) {
  if (imports.length === 0) return null;
  return (
    <Part id="earlier" title="Of the last 24 hours">
      <ul className="mt-2 max-w-3xl border-b border-line text-sm">
        {imports.map(({ id, title, address, file, state, createdAt }) => (
          <li
            key={id}
            className="flex min-h-9 flex-wrap items-center gap-x-4 border-t border-rule py-1.5 hover:bg-hover"
          >
            <Link
              href={`/operator/imports/${id}`}
              prefetch={false}
              className="min-w-0 flex-1 basis-60 truncate font-medium underline-offset-4 hover:underline max-sm:min-h-8"
            >
              {title || address || file || 'Pasted text'}
            </Link>
            <span className={state === 'failed' ? 'text-bad' : 'text-quiet'}>{words[state]}</span>
            <span className="text-quiet tabular-nums">{momentText(createdAt)} UTC</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
