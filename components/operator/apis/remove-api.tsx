'use client';

import { useRouter } from 'next/navigation';
import type { OperatorApi } from '../../../lib/operator/imports.ts';
import { areOf, countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { ChangeButton } from '../parts/change-button.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { Danger, DangerZone } from '../parts/danger-zone.tsx';

/** How an API leaves the catalogue: deleted, if its products have no calls; archived, if some may have. */
export function RemoveApi({ api }: { api: OperatorApi }) {
  const { keptIn, operations, archived, everOnline } = api;
  if (keptIn !== 'console')
    return (
      <DangerZone>
        <Danger
          title="Delete or archive"
          about={`It belongs to the file ${keptIn}. Take it out of there, and apply its folder with --prune.`}
        >
          <span />
        </Danger>
      </DangerZone>
    );
  return (
    <DangerZone>
      {operations > archived && <Archive api={api} />}
      {archived > 0 && <BringBack api={api} />}
      {everOnline === 0 ? (
        <Delete api={api} />
      ) : (
        <Danger
          title="Delete this API"
          about={`It cannot be deleted: ${areOf(everOnline, 'of its products is or was online, so it', 'of its products are or were online, so they')} may have calls, whose receipts stay. Archive it instead.`}
        >
          <span />
        </Danger>
      )}
    </DangerZone>
  );
}

function Archive({ api: { slug, name, operations, online, archived } }: { api: OperatorApi }) {
  return (
    <Danger
      title="Archive this API"
      about="Archives its products: gone from the catalogue and the search, and calls are refused. Their calls, receipts and versions stay, and they can be brought back."
    >
      <DangerButton
        action="Archive"
        about={name}
        title={`Archive ${name}?`}
        route="POST /api/operator/apis/{slug}/archive"
        params={{ slug }}
        isReasonOptional
      >
        <p className="break-words">
          <strong>{name}</strong> and its {countOf(operations - archived, 'product')} are no longer listed or
          found
          {online > 0 &&
            `, and new calls of the ${groupedNumber(online)} online are refused at once; running calls end as usual`}
          .
        </p>
        <p>Calls, receipts, credits and versions stay. You can bring them back, offline.</p>
      </DangerButton>
    </Danger>
  );
}

function BringBack({ api: { slug, name, archived } }: { api: OperatorApi }) {
  return (
    <Danger
      title="Bring it back from the archive"
      about={`${areOf(archived, 'of its products is', 'of its products are')} in the archive. What is brought back is offline, as it was.`}
    >
      <ChangeButton
        label="Bring back"
        about={`${name} from the archive`}
        route="POST /api/operator/apis/{slug}/restoration"
        params={{ slug }}
        body={{}}
      />
    </Danger>
  );
}

function Delete({ api: { slug, name, operations } }: { api: OperatorApi }) {
  const router = useRouter();
  return (
    <Danger
      title="Delete this API"
      about="None of its products was ever online, so nobody called them. The API, its products and their versions are deleted for good."
    >
      <DangerButton
        action="Delete"
        about={name}
        title={`Delete ${name}?`}
        route="POST /api/operator/apis/{slug}/deletion"
        params={{ slug }}
        nameToType={slug}
        isReasonOptional
        onDone={() => router.push('/operator/apis')}
      >
        <p className="break-words">
          <strong>{name}</strong>, its {countOf(operations, 'product')} with all versions, and where its
          document comes from are deleted. This cannot be undone.
        </p>
        <p>They have no calls and no receipts. Credentials stay, and so does the audit log.</p>
      </DangerButton>
    </Danger>
  );
}
