import { CsvError, parse } from 'csv-parse/sync';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  csv: string;
  delimiter: string | null;
  numbers: boolean;
}

const delimiters = [',', ';', '\t', '|'];
const number = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

export const csvToJson = operation<Input>(({ csv, delimiter, numbers }) => {
  const separator = delimiter ?? likelyDelimiter(csv);
  const [columns = [], ...records] = read(csv, separator);
  const rows = records.map((record) =>
    Object.fromEntries(columns.map((column, index) => [column, cell(record[index] ?? '', numbers)])),
  );
  return json({ delimiter: separator, columns, rows });
});

function read(csv: string, delimiter: string): string[][] {
  try {
    return parse(csv, { delimiter, bom: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal(`The CSV cannot be read: ${error.message}.`);
    throw error;
  }
}

/** The most frequent delimiter in the first line. */
function likelyDelimiter(csv: string): string {
  const [line = ''] = csv.split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Text that a number would change (leading zeros, twenty digits) stays text. */
function cell(text: string, numbers: boolean): string | number {
  return numbers && number.test(text) ? Number(text) : text;
}
