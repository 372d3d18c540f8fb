import type { AllowedUpstreamList } from '../../../lib/operator/upstreams.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { State } from '../parts/page-head.tsx';
import { cell, Named, NoRows, Rows, wide, wideCell, wider, widerCell } from '../parts/rows.tsx';
import { When } from '../parts/when.tsx';

interface Props extends Pick<AllowedUpstreamList, 'list' | 'fence'> {
  mayChange: boolean;
}

/** The private addresses that owners allow, who did, and what they can allow. */
export function UpstreamRows({ list, fence, mayChange }: Props) {
  return (
    <>
      <p className="mt-4 max-w-prose text-dense text-quiet">
        Calls reach the public internet alone. APIs on your own network are allowed here, one by one.{' '}
        {fence.length === 0
          ? 'The environment lets owners allow none (FAREBOX_EGRESS_OWNERS).'
          : `Owners can allow addresses in ${fence.join(', ')}: the environment says so (FAREBOX_EGRESS_OWNERS). Where a host leads is checked at each connection.`}
        {!mayChange && ' Only owners can change this.'}
      </p>
      {list.length === 0 ? (
        <NoRows>No private address is allowed here.</NoRows>
      ) : (
        <Rows
          caption="Private addresses that calls may reach"
          columns={[
            { title: 'Address' },
            { title: 'State', className: `${wide} w-40` },
            { title: 'Allowed by', className: `${wider} w-44` },
            { title: 'Reason', className: `${wider} w-56` },
            { title: 'Since', className: `${wide} w-20`, isFigure: true },
            ...(mayChange ? [{ title: 'Actions', className: 'w-28', isHidden: true }] : []),
          ]}
        >
          {list.map((upstream) => (
            <UpstreamLine key={upstream.address} upstream={upstream} mayChange={mayChange} />
          ))}
        </Rows>
      )}
    </>
  );
}

function UpstreamLine({
  upstream: { address, allowedAt, allowedBy, reason, isFenced },
  mayChange,
}: {
  upstream: Props['list'][number];
  mayChange: boolean;
}) {
  const state = isFenced ? (
    <State tone="warn">Outside of the fence</State>
  ) : (
    <State tone="good">Allowed</State>
  );
  const by = allowedBy.name ?? allowedBy.id ?? 'The command line';
  return (
    <tr>
      <td className={cell}>
        <Named
          name={<span className="font-mono">{address}</span>}
          below={
            <>
              {state} · by {by}
            </>
          }
        />
      </td>
      <td className={wideCell}>{state}</td>
      <td className={widerCell}>{by}</td>
      <td className={`${widerCell} text-quiet`} title={reason ?? undefined}>
        {reason}
      </td>
      <td className={`${wideCell} text-right text-quiet`}>
        <When at={allowedAt} />
      </td>
      {mayChange && (
        <td className={`${cell} text-right`}>
          <DangerButton
            action="Remove"
            about={address}
            title={`Remove ${address}?`}
            route="POST /api/operator/upstreams/removal"
            params={{}}
            body={{ address }}
            isReasonOptional
          >
            <p className="break-words">
              From the next call on, no portal reaches <strong>{address}</strong>: calls of products there
              fail and cost nothing. Running calls end as usual.
            </p>
          </DangerButton>
        </td>
      )}
    </tr>
  );
}
