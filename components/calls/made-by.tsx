import type { CallList } from '../../lib/call/call-list.ts';

type Made = Pick<CallList['list'][number], 'id' | 'key' | 'person' | 'requestId'>;

/** Who made a call, and the ids by which it is found in logs. */
export function MadeBy({ call: { id, key, person, requestId } }: { call: Made }) {
  const who = [person ? [person.name] : [], key ? [`key ${key.name}`] : []].flat().join(', ');
  return (
    <span className="block text-sm text-quiet">
      {who !== '' && <span className="block break-words">By {who}</span>}
      <span className="block font-mono text-xs break-all">
        {id}
        {requestId !== null && <> · request {requestId}</>}
      </span>
    </span>
  );
}
