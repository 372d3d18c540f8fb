'use client';

import { useBlobSource } from './use-blob-source.ts';

/** In the browser's own viewer, as a PDF and nothing else, so that what is no PDF is not a page of ours. */
export function PdfViewer({ blob }: { blob: Blob }) {
  const source = useBlobSource(blob, 'application/pdf');
  if (!navigator.pdfViewerEnabled)
    return (
      <p className="p-4 text-sm">Your browser does not show PDF inside a page. Download it to read it.</p>
    );
  return (
    <div className="p-4">
      <iframe
        ref={source}
        title="The reply, a PDF"
        className="h-[36rem] max-h-[80vh] w-full rounded-md border border-line"
      />
    </div>
  );
}
