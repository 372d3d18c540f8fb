import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';

interface Props {
  text: string;
}

/** Most help is plain text. If the script does not load, Markdown is shown as it is written. */
const MarkedHelp = lazyPart<Props>(async () =>
  import('./marked-help.tsx').then(
    (part) => part.MarkedHelp,
    () => PlainHelp,
  ),
);

export function HelpText({ id, text }: Props & { id: string }) {
  const plain = <PlainHelp text={text} />;
  return (
    <div id={id} className="mb-1 text-sm text-pretty break-words text-quiet">
      {isPlain(text.trim()) ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <MarkedHelp text={text} />
        </Suspense>
      )}
    </div>
  );
}

function PlainHelp({ text }: Props) {
  return <p>{text}</p>;
}

const mostPlainCharacters = 220;

function isPlain(text: string): boolean {
  return text.length <= mostPlainCharacters && !/[`*_~[\]<>&|#\\]|\n\s*\n|^\s*(?:[-+]|\d+[.)])\s/m.test(text);
}
