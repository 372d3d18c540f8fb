import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { Widget } from '../../form/widget.ts';

/** Whether a widget can show a value. Unions, choices and JSON show any value. */
export function fitsWidget(widget: Widget, value: JsonValue): boolean {
  switch (widget.kind) {
    case 'text':
    case 'file':
      return typeof value === 'string';
    // An unfinished number is a string. A single-line input would drop line breaks.
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && !/[\n\r]/.test(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'picks':
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'choice':
    case 'union':
    case 'json':
      return true;
  }
}
