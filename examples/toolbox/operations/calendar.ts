import { CronExpressionParser } from 'cron-parser';
import { DateTime, IANAZone } from 'luxon';
import { json, type Operation, operation, Refusal } from '../operation.ts';

interface ListCronRunsInput {
  expression: string;
  zone: string;
  from?: string;
  count: number;
}

export const listCronRuns = operation<ListCronRunsInput>(({ expression, zone, from, count }) => {
  if (!IANAZone.isValidZone(zone))
    throw new Refusal(`"${zone}" is not a time zone; write it like Europe/Berlin.`);
  const schedule = parse(expression, zone, from ?? new Date().toISOString());
  const runs = Array.from({ length: count }, () => {
    const run = schedule.next().toDate();
    return { utc: run.toISOString(), local: DateTime.fromJSDate(run, { zone }).toISO() };
  });
  return json({ expression, zone, runs });
});

/** With fewer fields the library fills in others from the left, which changes the schedule. */
const leastFields = 5;

function parse(expression: string, tz: string, currentDate: string) {
  const fields = expression.trim().split(/\s+/).length;
  if (fields < leastFields && !expression.startsWith('@'))
    throw new Refusal(
      `The cron expression cannot be read: It has too few fields, ${fields} instead of five or six.`,
    );
  try {
    return CronExpressionParser.parse(expression, { tz, currentDate });
  } catch (error) {
    throw new Refusal(
      `The cron expression cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

interface ListHolidaysInput {
  country: string;
  year: number;
  state?: string;
  types: string[];
  'Names-Language': string;
}

export async function listHolidays(): Promise<Operation> {
  const { default: Holidays } = await import('date-holidays');
  return operation<ListHolidaysInput>(({ country, year, state, types, ...headers }) => {
    const calendar = new Holidays(country, { languages: headers['Names-Language'] });
    if (!calendar.getCountries()[country])
      throw new Refusal(`There is no calendar for the country "${country}".`);
    if (state !== undefined) {
      if (!calendar.getStates(country)?.[state]) throw new Refusal(`${country} has no state "${state}".`);
      calendar.init(country, state, { languages: headers['Names-Language'] });
    }
    const holidays = calendar.getHolidays(year).filter((holiday) => types.includes(holiday.type));
    return json({
      country,
      year,
      holidays: holidays.map(({ date, name, type }) => ({ date: date.slice(0, 10), name, type })),
    });
  });
}
