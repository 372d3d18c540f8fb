import { convert, getMeasureKind, MeasureKind, type Unit } from 'convert';
import { DateTime, IANAZone } from 'luxon';
import { json, operation, Refusal } from '../operation.ts';

interface ConvertTimeInput {
  at?: string;
  from: string;
  zones: string[];
}

export const convertTime = operation<ConvertTimeInput>(({ at, from, zones }) => {
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

interface ConvertUnitsInput {
  from: string;
  to: string;
  values: number[];
}

const significantDigits = 12;

export const convertUnits = operation<ConvertUnitsInput>(({ from, to, values }) => {
  const [source, target] = [knownUnit(from), knownUnit(to)];
  if (source.measure !== target.measure) {
    throw new Refusal(
      `${from} measures ${source.measure} and ${to} measures ${target.measure}; choose two units of one kind.`,
    );
  }
  const results = values.map((value) => ({
    value,
    result: rounded(convert(value, source.unit).to(target.unit)),
  }));
  return json({ from, to, measure: source.measure, results });
});

function knownUnit(name: string): { unit: Unit; measure: string } {
  const kind = isUnit(name) ? getMeasureKind(name) : undefined;
  if (!isUnit(name) || kind === undefined)
    throw new Refusal(`"${name}" is not a known unit; write it like km, mile, kg or celsius.`);
  return { unit: name, measure: (MeasureKind[kind] ?? '').toLowerCase() };
}

function isUnit(name: string): name is Unit {
  return getMeasureKind(asUnit(name)) !== undefined;
}

/** Only used to find its kind, which is undefined for unknown units. */
function asUnit(name: string): Unit {
  return name as Unit;
}

/** Removes binary noise (40.999999999999886 °F). Nobody measures to more than twelve digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(significantDigits));
}
