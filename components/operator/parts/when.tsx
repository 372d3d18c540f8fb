import { momentText, shortMoment, utcToday } from '../../../lib/text/times.ts';

interface Props {
  at: string;
  /** The time of every day, not of today alone. */
  hasTime?: boolean;
}

/** When something was, as short as can be. The whole time is the title. */
export function When({ at, hasTime = false }: Props) {
  return (
    <time dateTime={at} title={`${momentText(at, true)} UTC`} className="whitespace-nowrap tabular-nums">
      {shortMoment(at, utcToday(), hasTime)}
    </time>
  );
}
