import {
  electronicFormatIBAN,
  extractIBAN,
  friendlyFormatIBAN,
  ValidationErrorsIBAN,
  validateIBAN,
} from 'ibantools';
import { json, operation } from '../operation.ts';

interface Input {
  ibans: string[];
}

export const checkIbans = operation<Input>(({ ibans }) => json({ results: ibans.map(check) }));

function check(given: string) {
  const iban = electronicFormatIBAN(given) ?? '';
  const { valid, errorCodes } = validateIBAN(iban);
  const parts = valid ? extractIBAN(iban) : undefined;
  return {
    iban: friendlyFormatIBAN(iban),
    valid,
    country: parts?.countryCode ?? null,
    bank: parts?.bankIdentifier ?? null,
    errors: errorCodes.map((code) => ValidationErrorsIBAN[code]),
  };
}
