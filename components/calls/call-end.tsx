import { keyNameOrId } from '../../lib/account/api-keys.ts';
import type { CallList } from '../../lib/call/call-list.ts';
import { endingText, stateWords } from '../../lib/call/call-words.ts';
import { shownName } from '../../lib/text/names.ts';

const colours = {
  dispatched: 'text-warn',
  settled: 'text-good',
  released: 'text-quiet',
  unknown: 'text-warn',
};

/** Beside the words, a dot has the same colour. */
export const stateTones = {
  dispatched: 'warn',
  settled: 'good',
  released: 'quiet',
  unknown: 'warn',
} as const;

type Ended = Pick<CallList['list'][number], 'state' | 'outcome' | 'problem' | 'upstreamStatus'>;

/** The result of a call. The words say everything that the colour does. */
export function CallEnd({ call }: { call: Ended }) {
  const { state } = call;
  return (
    <>
      <span className={`font-medium ${colours[state]}`}>{stateWords[state]}</span>
      <span className="text-quiet sm:block">
        <span className="sm:hidden"> · </span>
        {endWords(call)}
      </span>
    </>
  );
}

export function endWords({ state, outcome, ...end }: Ended): string {
  if (outcome) return endingText({ outcome, ...end });
  return state === 'unknown' ? 'The portal stopped during the call' : 'Not finished yet';
}

type Made = Pick<CallList['list'][number], 'id' | 'key' | 'person' | 'requestId' | 'ignored'>;

/** Who made a call, at the end of the line with its time. */
export function MadeBy({ call: { key, person } }: { call: Pick<Made, 'key' | 'person'> }) {
  const who = [person ? [person.name] : [], key ? [`key ${keyNameOrId(key)}`] : []].flat().join(', ');
  return who === '' ? null : <span className="break-words"> · by {who}</span>;
}

export function UnknownFields({ call: { ignored } }: { call: Pick<Made, 'ignored'> }) {
  if (ignored === undefined) return null;
  return (
    <span className="block text-sm break-words text-warn">
      Unknown fields: {shownName(ignored.join(', '))}
    </span>
  );
}

/** The ids by which a call is found in logs. A phone has no room for that of the request; the receipt has both. */
export function CallIds({ call: { id, requestId } }: { call: Pick<Made, 'id' | 'requestId'> }) {
  return (
    <span className="block font-mono text-xs break-all text-quiet">
      {id}
      {requestId !== null && <span className="max-sm:hidden"> · request {requestId}</span>}
    </span>
  );
}
