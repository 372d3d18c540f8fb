import { canonicalJson, type JsonObject } from '../../../lib/json/json.ts';
import type { RequestField } from '../../../lib/operation/request-fields.ts';
import { storableInput } from '../../../lib/view/playground/storable-input.ts';
import { writeShareLink } from '../../../lib/view/share-link.ts';
import { copyText } from '../../browser.ts';

/** Copies a link with the input in its fragment, which no server sees, without files and secrets. Returns what it did. */
export async function shareInput(fields: readonly RequestField[], input: JsonObject): Promise<string> {
  const storable = storableInput(fields, input);
  const link = writeShareLink(storable);
  if (!link.ok) return link.detail;
  const { origin, pathname } = window.location;
  const isCopied = await copyText(`${origin}${pathname}#${link.fragment}`);
  if (!isCopied) window.history.replaceState(null, '', `#${link.fragment}`);
  const where = isCopied ? 'Link copied' : 'The link is in the address bar';
  const isWhole = canonicalJson(storable) === canonicalJson(input) && link.leftOut.length === 0;
  return isWhole ? where : `${where}, without files and secrets`;
}
