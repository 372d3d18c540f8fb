import type { AuditList } from '../../lib/operator/audit.ts';
import { momentTextOf } from '../../lib/text/times.ts';

type Change = AuditList['list'][number];

const actorWords: Record<Change['actor']['kind'], string> = {
  person: 'A person',
  key: 'An API key',
  'command-line': 'The command line',
  portal: 'The portal',
};

/** Entries of the audit log: who changed what, when and why. */
export function ChangeList({ changes }: { changes: Change[] }) {
  const timeOf = momentTextOf(changes, ({ at }) => at);
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {changes.map((change) => (
        <li key={change.number} className="py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6">
            <span className="min-w-0 break-words">
              <span className="font-medium">{authorOf(change)}</span>: {change.verb.replaceAll('-', ' ')}
              {change.targetName !== null && ` ${change.targetName}`}
              {change.target !== null && (
                <span className="font-mono text-sm break-all text-quiet"> {change.target}</span>
              )}
            </span>
            <span className="text-sm text-quiet tabular-nums">
              {timeOf(change)} UTC · {change.number}
            </span>
          </p>
          {change.reason !== null && <p className="text-sm break-words">“{change.reason}”</p>}
          <Values values={change} />
        </li>
      ))}
    </ul>
  );
}

function authorOf({ actor, actorName }: Change): string {
  if (actorName) return actorName;
  return actor.id === null ? actorWords[actor.kind] : `${actorWords[actor.kind]} (${actor.id})`;
}

/** An applied folder of products fills pages. Longer texts are folded. */
const longestShown = 400;
const shownOfLong = 100;

function Values({ values: { before, after } }: { values: Pick<Change, 'before' | 'after'> }) {
  if (!before && !after) return null;
  const text = [before, after].flatMap((values) => (values ? [wordsOf(values)] : [])).join(' → ');
  const said = <p className="text-sm break-words text-quiet">{text}</p>;
  if (text.length <= longestShown) return said;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer break-words text-quiet hover:text-ink">
        {text.slice(0, shownOfLong)} …
      </summary>
      {said}
    </details>
  );
}

function wordsOf(values: object): string {
  const said = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return said.map(([name, value]) => `${plainName(name)}: ${wordOf(value)}`).join(', ');
}

/** "apiKeyId" as "api key id". */
function plainName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(wordOf).join(', ');
  return typeof value === 'object' && value !== null ? `(${wordsOf(value)})` : String(value);
}
