import type { Operation } from './operation.ts';

/** An operation that a worker loads on its first call, and its time limit. */
export interface HeavyOperation {
  load(): Promise<Operation>;
  limitMs: number;
}

const workLimitMs = 2_000;
/** Enough to encode a photograph of twelve million pixels. */
const pictureLimitMs = 5_000;

const calendar = () => import('./operations/calendar.ts');
const codes = () => import('./operations/codes.ts');
const data = () => import('./operations/data.ts');
const documents = () => import('./operations/documents.ts');
const drawings = () => import('./operations/drawings.ts');
const pictures = () => import('./operations/pictures.ts');
const texts = () => import('./operations/texts.ts');

/**
 * By operationId. Their time depends on more than the size of the input, or their packages are large. What is called
 * here loads packages of its own. A CommonJS package with named exports needs a file of its own: the bundle has only the
 * default of one that is imported by a call.
 */
export const heavyOperations: Readonly<Record<string, HeavyOperation>> = {
  blurImage: heavy(async () => (await pictures()).blurImage, pictureLimitMs),
  checkPassword: heavy(async () => (await import('./operations/check-password.ts')).checkPassword),
  convertImage: heavy(async () => (await pictures()).convertImage, pictureLimitMs),
  countText: heavy(async () => (await texts()).countText),
  createBarcode: heavy(async () => (await codes()).createBarcode()),
  createChart: heavy(async () => (await drawings()).createChart),
  createPdf: heavy(async () => (await documents()).createPdf()),
  createPlaceholder: heavy(async () => (await drawings()).createPlaceholder),
  createQrCode: heavy(async () => (await codes()).createQrCode()),
  csvToJson: heavy(async () => (await data()).csvToJson),
  describeImage: heavy(async () => (await pictures()).describeImage, pictureLimitMs),
  detectLanguage: heavy(async () => (await texts()).detectLanguage()),
  diffJson: heavy(async () => (await data()).diffJson),
  diffTexts: heavy(async () => (await texts()).diffTexts),
  extractKeywords: heavy(async () => (await texts()).extractKeywords()),
  hashText: heavy(async () => (await texts()).hashText),
  htmlToText: heavy(async () => (await documents()).htmlToText()),
  jsonToCsv: heavy(async () => (await data()).jsonToCsv),
  listCronRuns: heavy(async () => (await calendar()).listCronRuns),
  listHolidays: heavy(async () => (await calendar()).listHolidays()),
  patchJson: heavy(async () => (await data()).patchJson),
  renderMarkdown: heavy(async () => (await documents()).renderMarkdown()),
  resizeImage: heavy(async () => (await pictures()).resizeImage, pictureLimitMs),
  scoreReadability: heavy(async () => (await texts()).scoreReadability),
  validateJson: heavy(async () => (await import('./operations/validate-json.ts')).validateJson),
};

function heavy(load: () => Promise<Operation>, limitMs = workLimitMs): HeavyOperation {
  return { load, limitMs };
}
