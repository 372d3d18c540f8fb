import type { Widget } from '../../lib/form/widget.ts';
import { isShortChoice } from '../../lib/view/form/short-choice.ts';

/** Whether the label is for one element; a group has `aria-labelledby` instead. */
export function labelsElement(widget: Widget): boolean {
  switch (widget.kind) {
    case 'text':
    case 'number':
    case 'json':
      return true;
    case 'choice':
      return !isShortChoice(widget.options);
    case 'picks':
    case 'boolean':
    case 'file':
    case 'list':
    case 'object':
    case 'union':
      return false;
  }
}
