import Link from 'next/link';
import { Fragment } from 'react';
import type { AuditList } from '../../lib/operator/audit.ts';
import { auditSentence } from '../../lib/operator/audit-sentences.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { dayText, utcToday } from '../../lib/text/times.ts';
import { Avatar } from '../shell/avatar.tsx';
import { keyIcon, terminalIcon, ticketIcon } from '../shell/icon-paths.ts';
import { downIcon, Icon } from '../shell/icons.tsx';

type Change = AuditList['list'][number];

const actorWords: Record<Change['actor']['kind'], string> = {
  person: 'A person',
  key: 'An API key',
  'command-line': 'The command line',
  portal: 'The portal',
};

const actorIcons = { key: keyIcon, 'command-line': terminalIcon, portal: ticketIcon };

interface Props {
  changes: Change[];
  /** Of the people, keys and accounts in their values. */
  names: ReadonlyMap<string, string>;
}

/** Entries of the audit log in sentences, by day: who changed what, when and why. */
export function ChangeList({ changes, names }: Props) {
  const days = [...new Set(changes.map(({ at }) => at.slice(0, 10)))];
  const today = utcToday();
  return days.map((day) => (
    <Fragment key={day}>
      <h3 className="mt-6 border-b border-line pb-2 text-dense font-semibold">
        {day === today ? `Today, ${dayText(day)}` : dayText(day)}
      </h3>
      <ul>
        {changes
          .filter(({ at }) => at.startsWith(day))
          .map((change) => (
            <ChangeLine key={change.number} change={change} names={names} />
          ))}
      </ul>
    </Fragment>
  ));
}

function ChangeLine({ change, names }: { change: Change } & Pick<Props, 'names'>) {
  const { at, actor, actorName, reason, number } = change;
  return (
    <li className="relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-2 pr-16 text-dense leading-5 rail:grid-cols-[4rem_1.5rem_minmax(0,1fr)]">
      <time
        dateTime={at}
        className="leading-6 text-quiet tabular-nums max-rail:order-last max-rail:col-start-2"
      >
        {at.slice(11, 19)}
      </time>
      {actor.kind === 'person' ? (
        <Avatar name={actorName ?? '?'} />
      ) : (
        <span className="grid size-6 place-items-center rounded-full bg-sunk text-quiet shadow-[inset_0_0_0_1px_var(--line)]">
          <Icon path={actorIcons[actor.kind]} className="size-3.5" />
        </span>
      )}
      <div className="min-w-0 pt-0.5">
        <p className="break-words">
          <span className="font-medium">{authorOf(change)}</span>{' '}
          {auditSentence(change, (id) => names.get(id)).map((piece, index) =>
            typeof piece === 'string' ? (
              piece
            ) : piece.href === undefined ? (
              <strong key={index} className="font-semibold">
                {piece.text}
              </strong>
            ) : (
              <Link
                key={index}
                href={piece.href}
                prefetch={false}
                className="underline decoration-edge underline-offset-[3px] hover:decoration-current"
              >
                {piece.text}
              </Link>
            ),
          )}
        </p>
        {reason !== null && <p className="break-words text-quiet">“{reason}”</p>}
        <details className="group">
          <summary className="absolute top-2 right-0 flex h-6 cursor-pointer list-none items-center gap-2 text-xs text-quiet tabular-nums hover:text-ink [&::-webkit-details-marker]:hidden">
            <span className="sr-only">Entry </span>
            {groupedNumber(number)}
            <Icon path={downIcon} className="size-4 group-open:rotate-180" />
          </summary>
          <pre
            tabIndex={0}
            role="group"
            aria-label={`Entry ${number}`}
            className="mt-2 max-h-96 overflow-auto rounded-md bg-sunk p-3 font-mono text-xs break-words whitespace-pre-wrap"
          >
            {entryText(change)}
          </pre>
        </details>
      </div>
    </li>
  );
}

function authorOf({ actor, actorName }: Change): string {
  if (actorName) return actorName;
  return actor.id === null ? actorWords[actor.kind] : `${actorWords[actor.kind]} (${actor.id})`;
}

/** An applied folder of products fills pages: its whole entry is in the export. */
const mostShown = 4_000;

/** As it is in the log. */
function entryText({ actorName: _author, targetName: _target, ...entry }: Change): string {
  const text = JSON.stringify(entry, null, 2);
  return text.length <= mostShown ? text : `${text.slice(0, mostShown)}\n… the export has all of it.`;
}
