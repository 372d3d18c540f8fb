'use client';

import { useBlobSource } from './use-blob-source.ts';

/** The browser's own viewer. The type is fixed to PDF, so that nothing else runs as a page of this origin. */
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
        title="Reply as a PDF"
        className="h-[36rem] max-h-[80vh] w-full rounded-md border border-line"
      />
    </div>
  );
}
