import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { Widget } from '../../form/widget.ts';

/** Whether a widget can show a value at all. A union, a choice and JSON show any. */
export function fitsWidget(widget: Widget, value: JsonValue): boolean {
  switch (widget.kind) {
    case 'text':
    case 'file':
      return typeof value === 'string';
    // A number that is being typed is a text. An input of one line would drop its line breaks.
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
