import { jsonText, type JsonValue } from '../../json/json.ts';

/**
 * What an editor does not show, or takes for the end of a line or the direction of the text. JSON and most languages
 * have the same way of writing it visibly.
 */
const INVISIBLE =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** JSON on lines of its own. Only strings hold what is escaped here, so that it reads back as the same value. */
export function visibleJson(value: JsonValue): string {
  return escapeInvisible(jsonText(value, '  '));
}

/** A JSON string, which is a string of JavaScript and Python, too. */
export function visibleString(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, unicodeEscape);
}

export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
