import {
  electronicFormatIBAN,
  extractIBAN,
  friendlyFormatIBAN,
  ValidationErrorsIBAN,
  validateIBAN,
} from 'ibantools';
import isbn3 from 'isbn3';
import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/max';
import { json, operation, Refusal } from '../operation.ts';

interface CheckIsbnInput {
  isbn: string;
}

export const checkIsbn = operation<CheckIsbnInput>(({ isbn }) => {
  const parsed = isbn3.parse(isbn);
  if (!parsed) return json({ valid: false, clues: cluesTo(isbn) });
  return json({
    valid: true,
    isbn13: parsed.isbn13h,
    isbn10: parsed.isbn10h ?? null,
    group: parsed.groupname,
    publisher: parsed.publisher,
    clues: [],
  });
});

function cluesTo(isbn: string): string[] {
  const digits = isbn.replace(/[ -]/g, '').length;
  if (digits !== 10 && digits !== 13) return [`An ISBN has 10 or 13 digits, and this has ${digits}.`];
  return isbn3.audit(isbn).clues.map((clue) => clue.message);
}

interface CheckIbansInput {
  ibans: string[];
}

export const checkIbans = operation<CheckIbansInput>(({ ibans }) => json({ results: ibans.map(checkIban) }));

function checkIban(given: string) {
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

interface ParsePhoneInput {
  number: string;
  country: string | null;
}

export const parsePhone = operation<ParsePhoneInput>(({ number, country }) => {
  if (country !== null && !isSupportedCountry(country))
    throw new Refusal(`"${country}" has no numbering plan.`);
  const parsed = country === null ? parsePhoneNumber(number) : parsePhoneNumber(number, country);
  if (!parsed)
    return json({ valid: false, country: null, type: null, e164: null, international: null, national: null });
  return json({
    valid: parsed.isValid(),
    country: parsed.country ?? null,
    type: parsed.getType()?.toLowerCase() ?? null,
    e164: parsed.number,
    international: parsed.formatInternational(),
    national: parsed.formatNational(),
  });
});
