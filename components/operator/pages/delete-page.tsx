'use client';

import { useRouter } from 'next/navigation';
import type { OperatorPage } from '../../../lib/operator/pages.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { Danger, DangerZone } from '../parts/danger-zone.tsx';

export function DeletePage({ page: { slug, title } }: { page: Pick<OperatorPage, 'slug' | 'title'> }) {
  const router = useRouter();
  return (
    <DangerZone>
      <Danger
        title="Delete this page"
        about="Nobody reads it any more: links to it lead nowhere. Its versions stay for operators."
      >
        <DangerButton
          action="Delete"
          about={title}
          title={`Delete ${title}?`}
          route="POST /api/operator/pages/{slug}/deletion"
          params={{ slug }}
          nameToType={slug}
          isReasonOptional
          onDone={() => router.push('/operator/pages')}
        >
          <p className="break-words">
            <strong>{title}</strong> is gone from the portal, its footer and the lists for machines at once.
          </p>
          <p>
            What it said stays under “Deleted”. A page that is made at its address goes on with its versions.
          </p>
        </DangerButton>
      </Danger>
    </DangerZone>
  );
}
