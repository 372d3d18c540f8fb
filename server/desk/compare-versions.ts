import { yamlText } from '../../lib/import/document/read-yaml.ts';
import { updatedDraft } from '../../lib/import/drafts/updated-draft.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { fieldDifferences } from '../../lib/operation/differences.ts';
import { operationSchema } from '../../lib/operation/operation.ts';
import type { OperationDifference } from '../../lib/operator/imports.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';
import { chosenEntry, publishedEntry, withServer } from './read-console-entries.ts';

/** A draft of a newer document, and the product that its operation is already. */
export interface VersionsRequest {
  entry: JsonObject;
  before: StoredProduct;
  /** Of the draft, as an operator chose it. */
  name: string;
  /** Servers of the document, and where calls go instead. */
  servers: Record<string, string>;
}

export type VersionPair = Pick<VersionsRequest, 'entry' | 'before'>;

/** What of each newer draft breaks callers, as phrases. */
export function breakingOf(pairs: VersionPair[], servers: VersionsRequest['servers']): string[][] {
  return pairs.map(
    ({ entry, before }) => updatedDraft(publishedEntry(before), withServer(entry, servers)).breaking,
  );
}

/** What taking a newer draft changes, for people who decide it. */
export function compareVersions({ entry, before, name, servers }: VersionsRequest): OperationDifference {
  const published = publishedEntry(before);
  const next = chosenEntry({ entry, slug: before.slug, name, price: null, before }, servers);
  const { changed, breaking } = updatedDraft(published, withServer({ ...entry, name }, servers));
  const [old, later] = [published, next].map(({ operation }) => operationSchema.safeParse(operation).data);
  return {
    changed: changed.map(partName).filter((part, index, all) => all.indexOf(part) === index),
    breaking,
    fields: old && later ? fieldDifferences(old, later) : [],
    before: yamlText(published),
    after: yamlText(next),
  };
}

const partNames: Record<string, string> = {
  parameters: 'input',
  requestBody: 'input',
  responses: 'reply',
  $defs: 'schemas',
  doc: 'documentation',
  secrets: 'credentials',
  security: 'credentials',
};

/** `operation.requestBody` is the input to a person. */
function partName(part: string): string {
  const last = part.split('.').at(-1) ?? part;
  return partNames[last] ?? last;
}
