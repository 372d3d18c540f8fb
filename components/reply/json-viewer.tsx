'use client';

import { use } from 'react';
import type { JsonReading } from '../../lib/view/reply/read-json.ts';
import { BrokenJson } from './broken-json.tsx';
import { textOf } from './blob-contents.ts';
import { JsonTree } from './json-tree.tsx';
import { Notice } from './reply-notice.tsx';
import { TextViewer } from './text-viewer.tsx';

/** JSON as a tree. Invalid JSON is shown as text, with the place of the error. */
export function JsonViewer({ reading, blob }: { reading: Promise<JsonReading>; blob: Blob }) {
  const read = use(reading);
  if (read.ok) return <JsonTree document={read.document} />;
  return (
    <>
      {read.reason === 'broken' ? (
        <BrokenJson text={use(textOf(blob))} at={read.at} />
      ) : (
        <Notice>It has more than two million values, which is too many for a tree.</Notice>
      )}
      <TextViewer content={textOf(blob)} />
    </>
  );
}
