import type { Operation } from './operation.ts';

/** An operation that a worker loads on its first call, and its time limit. */
export interface HeavyOperation {
  load(): Promise<Operation>;
  limitMs: number;
}

const workLimitMs = 2_000;
/** Enough to encode a photograph of twelve million pixels. */
const pictureLimitMs = 5_000;

/** By operationId. Their time depends on more than the size of the input, or their packages are large. */
export const heavyOperations: Readonly<Record<string, HeavyOperation>> = {
  blurImage: {
    load: async () => (await import('./operations/blur-image.ts')).blurImage,
    limitMs: pictureLimitMs,
  },
  checkPassword: {
    load: async () => (await import('./operations/check-password.ts')).checkPassword,
    limitMs: workLimitMs,
  },
  convertImage: {
    load: async () => (await import('./operations/convert-image.ts')).convertImage,
    limitMs: pictureLimitMs,
  },
  countText: {
    load: async () => (await import('./operations/count-text.ts')).countText,
    limitMs: workLimitMs,
  },
  createBarcode: {
    load: async () => (await import('./operations/create-barcode.ts')).createBarcode,
    limitMs: workLimitMs,
  },
  createChart: {
    load: async () => (await import('./operations/create-chart.ts')).createChart,
    limitMs: workLimitMs,
  },
  createPdf: {
    load: async () => (await import('./operations/create-pdf.ts')).createPdf,
    limitMs: workLimitMs,
  },
  createPlaceholder: {
    load: async () => (await import('./operations/create-placeholder.ts')).createPlaceholder,
    limitMs: workLimitMs,
  },
  createQrCode: {
    load: async () => (await import('./operations/create-qr-code.ts')).createQrCode,
    limitMs: workLimitMs,
  },
  csvToJson: {
    load: async () => (await import('./operations/csv-to-json.ts')).csvToJson,
    limitMs: workLimitMs,
  },
  describeImage: {
    load: async () => (await import('./operations/describe-image.ts')).describeImage,
    limitMs: pictureLimitMs,
  },
  detectLanguage: {
    load: async () => (await import('./operations/detect-language.ts')).detectLanguage,
    limitMs: workLimitMs,
  },
  diffJson: {
    load: async () => (await import('./operations/diff-json.ts')).diffJson,
    limitMs: workLimitMs,
  },
  diffTexts: {
    load: async () => (await import('./operations/diff-texts.ts')).diffTexts,
    limitMs: workLimitMs,
  },
  extractKeywords: {
    load: async () => (await import('./operations/extract-keywords.ts')).extractKeywords,
    limitMs: workLimitMs,
  },
  hashText: {
    load: async () => (await import('./operations/hash-text.ts')).hashText,
    limitMs: workLimitMs,
  },
  htmlToText: {
    load: async () => (await import('./operations/html-to-text.ts')).htmlToText,
    limitMs: workLimitMs,
  },
  jsonToCsv: {
    load: async () => (await import('./operations/json-to-csv.ts')).jsonToCsv,
    limitMs: workLimitMs,
  },
  listCronRuns: {
    load: async () => (await import('./operations/list-cron-runs.ts')).listCronRuns,
    limitMs: workLimitMs,
  },
  listHolidays: {
    load: async () => (await import('./operations/list-holidays.ts')).listHolidays,
    limitMs: workLimitMs,
  },
  patchJson: {
    load: async () => (await import('./operations/patch-json.ts')).patchJson,
    limitMs: workLimitMs,
  },
  renderMarkdown: {
    load: async () => (await import('./operations/render-markdown.ts')).renderMarkdown,
    limitMs: workLimitMs,
  },
  resizeImage: {
    load: async () => (await import('./operations/resize-image.ts')).resizeImage,
    limitMs: pictureLimitMs,
  },
  scoreReadability: {
    load: async () => (await import('./operations/score-readability.ts')).scoreReadability,
    limitMs: workLimitMs,
  },
  validateJson: {
    load: async () => (await import('./operations/validate-json.ts')).validateJson,
    limitMs: workLimitMs,
  },
};
