import { DateTime, IANAZone } from 'luxon';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  at?: string;
  from: string;
  zones: string[];
}

export const convertTime = operation<Input>(({ at, from, zones }) => {
  const unknown = [from, ...zones].find((zone) => !IANAZone.isValidZone(zone));
  if (unknown !== undefined)
    throw new Refusal(`"${unknown}" is not a time zone; write it like Europe/Berlin.`);
  const moment =
    at === undefined ? DateTime.now().setZone(from) : DateTime.fromISO(at, { zone: from, setZone: false });
  if (!moment.isValid) throw new Refusal(`"${at}" is not a date and time; write it like 2026-03-29T09:30.`);
  return json({ utc: moment.toUTC().toISO(), times: [from, ...zones].map((zone) => inZone(moment, zone)) });
});

function inZone(moment: DateTime, zone: string) {
  const local = moment.setZone(zone);
  return {
    zone,
    local: local.toISO({ includeOffset: true }),
    offsetMinutes: local.offset,
    daylightSaving: local.isInDST,
    weekday: local.setLocale('en').weekdayLong,
  };
}
