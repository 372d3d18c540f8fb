import Holidays from 'date-holidays';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  country: string;
  year: number;
  state?: string;
  types: string[];
  'Names-Language': string;
}

export const listHolidays = operation<Input>(({ country, year, state, types, ...headers }) => {
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
