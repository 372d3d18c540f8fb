import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/max';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  number: string;
  country: string | null;
}

export const parsePhone = operation<Input>(({ number, country }) => {
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
