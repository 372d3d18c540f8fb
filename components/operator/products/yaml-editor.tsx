'use client';

import { StreamLanguage } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import type { Ref } from 'react';
import { CodeEditor, type CodeEditorHandle } from '../../code-editor.tsx';

interface Props {
  label: string;
  text: string;
  faulty: readonly number[];
  onChange: (text: string) => void;
  ref: Ref<CodeEditorHandle>;
}

export function YamlEditor({ faulty, ...props }: Props) {
  return <CodeEditor {...props} language={yaml} faulty={faulty} isInvalid={faulty.length > 0} />;
}

/** Enough of YAML to find one's way: keys, texts in quotes, values that are no texts, and comments. */
const yaml = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^(?:- )?(?:"[^"]*"|[\w$][^:#{}[\],&*!|>'"%@`]*?)(?=:(?:\s|$))/)) return 'propertyName';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return 'string';
    if (stream.match(/^(?:-?\d[\d.]*(?:e[+-]?\d+)?|true|false|null|~)(?=\s*(?:$|[,\]}#]))/i)) return 'number';
    stream.match(/^(?:[^\s#"'[\]{},:]+|.)/);
    return null;
  },
  tokenTable: {
    comment: tags.comment,
    propertyName: tags.propertyName,
    string: tags.string,
    number: tags.number,
  },
});
