import { parse, stringify } from 'yaml';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import type { DraftFile } from './draft-catalogue.ts';
import { updatedDraft, updatedTags } from './updated-draft.ts';

export interface UpdatedFile extends DraftFile {
  /** The parts that the document changed. */
  changed: string[];
  /** The parts that stay, although the document says something else. */
  kept: string[];
}

export type DraftsUpdate =
  | { ok: true; files: UpdatedFile[] }
  /** A file of this name is no draft of the document. */
  | { ok: false; taken: string };

/** The drafts of a document over those of an earlier version of it: the files of their folder, by their names. */
export function updatedDrafts(drafts: DraftFile[], folder: ReadonlyMap<string, string>): DraftsUpdate {
  const files: UpdatedFile[] = [];
  for (const draft of drafts) {
    const before = folder.get(draft.name);
    const updated =
      before === undefined ? { ...draft, changed: [], kept: [] } : updatedFile(draft, objectIn(before));
    if (updated === undefined) return { ok: false, taken: draft.name };
    files.push(updated);
  }
  return { ok: true, files };
}

function updatedFile({ name, text }: DraftFile, old: JsonObject | undefined): UpdatedFile | undefined {
  const next = objectIn(text);
  if (old === undefined || next === undefined) return undefined;
  const comment = /^(?:#.*\n)*/.exec(text)?.[0] ?? '';
  if (name === 'tags.yaml')
    return { name, text: comment + stringify(updatedTags(old, next)), changed: [], kept: [] };
  if (old['source'] !== next['source']) return undefined;
  const { entry, changed, kept } = updatedDraft(old, next);
  const options = { aliasDuplicateObjects: false, lineWidth: 0 };
  return { name, text: comment + stringify(entry, options), changed, kept };
}

/** undefined where the text is no YAML object. */
function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // A file that is not readable is none that can be updated.
    return undefined;
  }
}
