import { countOf } from '../../lib/text/count-text.ts';
import { useMemo } from 'react';
import { type CodeToken, codeTokens } from '../../lib/view/snippets/code-tokens.ts';
import type { LanguageId } from '../../lib/view/snippets/languages.ts';
import { CodeBlock } from '../shell/code-block.tsx';

interface Props {
  text: string;
  language: LanguageId;
  name: string;
}

/** Highlighting a longer text would make typing slow. */
const mostShown = 20_000;

const colours: Record<CodeToken['kind'], string | undefined> = {
  plain: undefined,
  string: 'text-good',
  comment: 'text-quiet',
  keyword: 'text-accent',
};

/** Highlighted code. It scrolls by itself, by keyboard, too, and never widens the page. */
export function SnippetCode({ text, language, name }: Props) {
  const shown = text.slice(0, mostShown);
  const tokens = useMemo(() => codeTokens(shown.trimEnd(), language), [shown, language]);
  const hidden = text.length - shown.length;
  return (
    <>
      <CodeBlock text={shown} label={`The call in ${name}`} copies={false}>
        <code>
          {tokens.map((token, index) => (
            <span key={index} className={colours[token.kind]}>
              {token.text}
            </span>
          ))}
        </code>
      </CodeBlock>
      {hidden > 0 && (
        <p className="mt-2 text-sm text-quiet tabular-nums">
          Without {countOf(hidden, 'character')} at the end. The copy has all of them.
        </p>
      )}
    </>
  );
}
