import { stringify } from 'csv-stringify/sync';
import { operation } from '../operation.ts';

interface Input {
  rows: Record<string, string | number | boolean | null>[];
  columns: string[] | null;
  delimiter: string;
  escapeFormulas: boolean;
}

export const jsonToCsv = operation<Input>(({ rows, columns, delimiter, escapeFormulas }) => {
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = rows.map((row) => names.map((name) => row[name] ?? ''));
  const options = { delimiter, escape_formulas: escapeFormulas, cast: { boolean: String } };
  return { type: 'text/csv', body: stringify([names, ...table], options) };
});
