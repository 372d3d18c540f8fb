import type { TextWidget } from '../../lib/form/widget.ts';
import type { PastedText } from '../../lib/view/form/pasted-text.ts';
import type { ControlProps } from './control-props.ts';

export interface TextProps extends ControlProps<TextWidget> {
  text: string;
  change: (typed: string) => void;
  pasteLines: (pasted: PastedText) => void;
}
