import { jsonText, type JsonValue } from '../../json/json.ts';

/** Invisible characters, line terminators and direction marks. JSON and most languages share the escape for them. */
const invisible =
  /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Formatted JSON. The escapes are only in strings, so it parses to the same value. */
export function visibleJson(value: JsonValue): string {
  return escapeInvisible(jsonText(value, '  '));
}

/** A JSON string, which is also a JavaScript and Python string. */
export function visibleString(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function escapeInvisible(json: string): string {
  return json.replace(invisible, unicodeEscape);
}

export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
