import { convert, getMeasureKind, MeasureKind, type Unit } from 'convert';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  from: string;
  to: string;
  values: number[];
}

const significantDigits = 12;

export const convertUnits = operation<Input>(({ from, to, values }) => {
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
