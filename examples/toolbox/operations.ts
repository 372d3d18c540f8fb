import type { Operation } from './operation.ts';
import { blurImage } from './operations/blur-image.ts';
import { checkContrast } from './operations/check-contrast.ts';
import { checkIbans } from './operations/check-ibans.ts';
import { checkIsbn } from './operations/check-isbn.ts';
import { checkPassword } from './operations/check-password.ts';
import { compareVersions } from './operations/compare-versions.ts';
import { convertColour } from './operations/convert-colour.ts';
import { convertImage } from './operations/convert-image.ts';
import { convertTime } from './operations/convert-time.ts';
import { convertUnits } from './operations/convert-units.ts';
import { countText } from './operations/count-text.ts';
import { createBarcode } from './operations/create-barcode.ts';
import { createChart } from './operations/create-chart.ts';
import { createColourScale } from './operations/create-colour-scale.ts';
import { createIds } from './operations/create-ids.ts';
import { createPdf } from './operations/create-pdf.ts';
import { createPlaceholder } from './operations/create-placeholder.ts';
import { createQrCode } from './operations/create-qr-code.ts';
import { csvToJson } from './operations/csv-to-json.ts';
import { decodeJwt } from './operations/decode-jwt.ts';
import { describeImage } from './operations/describe-image.ts';
import { detectLanguage } from './operations/detect-language.ts';
import { diffJson } from './operations/diff-json.ts';
import { diffTexts } from './operations/diff-texts.ts';
import { extractKeywords } from './operations/extract-keywords.ts';
import { generateText } from './operations/generate-text.ts';
import { hashText } from './operations/hash-text.ts';
import { htmlToText } from './operations/html-to-text.ts';
import { jsonToCsv } from './operations/json-to-csv.ts';
import { listCronRuns } from './operations/list-cron-runs.ts';
import { listHolidays } from './operations/list-holidays.ts';
import { parsePhone } from './operations/parse-phone.ts';
import { patchJson } from './operations/patch-json.ts';
import { renderMarkdown } from './operations/render-markdown.ts';
import { resizeImage } from './operations/resize-image.ts';
import { scoreReadability } from './operations/score-readability.ts';
import { slugifyTexts } from './operations/slugify-texts.ts';
import { validateJson } from './operations/validate-json.ts';

/** Every operation of the document, by its operationId. */
export const operations: Record<string, Operation> = {
  blurImage,
  checkContrast,
  checkIbans,
  checkIsbn,
  checkPassword,
  compareVersions,
  convertColour,
  convertImage,
  convertTime,
  convertUnits,
  countText,
  createBarcode,
  createChart,
  createColourScale,
  createIds,
  createPdf,
  createPlaceholder,
  createQrCode,
  csvToJson,
  decodeJwt,
  describeImage,
  detectLanguage,
  diffJson,
  diffTexts,
  extractKeywords,
  generateText,
  hashText,
  htmlToText,
  jsonToCsv,
  listCronRuns,
  listHolidays,
  parsePhone,
  patchJson,
  renderMarkdown,
  resizeImage,
  scoreReadability,
  slugifyTexts,
  validateJson,
};
