import { endingText, stateWords } from '../../lib/call/call-words.ts';
import type { CallList } from '../../lib/call/call-list.ts';

const colours = {
  dispatched: 'text-warn',
  settled: 'text-good',
  released: 'text-quiet',
  unknown: 'text-warn',
};

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

function endWords({ state, outcome, ...end }: Ended): string {
  if (outcome) return endingText({ outcome, ...end });
  return state === 'unknown' ? 'The portal stopped during the call' : 'Not finished yet';
}
