import type { Operation } from './operation.ts';
import { checkContrast } from './operations/check-contrast.ts';
import { checkIbans } from './operations/check-ibans.ts';
import { checkIsbn } from './operations/check-isbn.ts';
import { compareVersions } from './operations/compare-versions.ts';
import { convertColour } from './operations/convert-colour.ts';
import { convertTime } from './operations/convert-time.ts';
import { convertUnits } from './operations/convert-units.ts';
import { createColourScale } from './operations/create-colour-scale.ts';
import { createIds } from './operations/create-ids.ts';
import { decodeJwt } from './operations/decode-jwt.ts';
import { generateText } from './operations/generate-text.ts';
import { parsePhone } from './operations/parse-phone.ts';
import { slugifyTexts } from './operations/slugify-texts.ts';

/** By operationId. No valid input takes them longer than about ten milliseconds. */
export const quickOperations: Readonly<Record<string, Operation>> = {
  checkContrast,
  checkIbans,
  checkIsbn,
  compareVersions,
  convertColour,
  convertTime,
  convertUnits,
  createColourScale,
  createIds,
  decodeJwt,
  generateText,
  parsePhone,
  slugifyTexts,
};
