import { CronExpressionParser } from 'cron-parser';
import { DateTime, IANAZone } from 'luxon';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  expression: string;
  zone: string;
  from?: string;
  count: number;
}

export const listCronRuns = operation<Input>(({ expression, zone, from, count }) => {
  if (!IANAZone.isValidZone(zone))
    throw new Refusal(`"${zone}" is no time zone; write it like Europe/Berlin.`);
  const schedule = parse(expression, zone, from ?? new Date().toISOString());
  const runs = Array.from({ length: count }, () => {
    const run = schedule.next().toDate();
    return { utc: run.toISOString(), local: DateTime.fromJSDate(run, { zone }).toISO() };
  });
  return json({ expression, zone, runs });
});

function parse(expression: string, tz: string, currentDate: string) {
  try {
    return CronExpressionParser.parse(expression, { tz, currentDate });
  } catch (error) {
    throw new Refusal(
      `The cron expression cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
}
