import type { Widget } from '../../lib/form/widget.ts';
import { isShortChoice } from '../../lib/view/form/short-choice.ts';

/** Says whether the label is that of one input; a group of them is named by `aria-labelledby`. */
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
