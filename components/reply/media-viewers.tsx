'use client';

import { useState, type SyntheticEvent, use } from 'react';
import { essence } from '../../lib/operation/media-type.ts';
import { sizeText } from '../../lib/text/numbers.ts';
import { quietButton } from '../shell/buttons.tsx';
import { useBlobSource } from './blob-contents.ts';

/** Audio and video, with the browser's controls. */
export function MediaViewer({
  blob,
  contentType,
  isVideo,
}: {
  blob: Blob;
  contentType: string;
  isVideo: boolean;
}) {
  const source = useBlobSource(blob, essence(contentType));
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="p-4 text-sm">Your browser cannot play this file. Download it instead.</p>;
  const fail = () => setFailed(true);
  return (
    <div className="grid place-items-center p-4">
      {isVideo ? (
        <video
          ref={source}
          controls
          playsInline
          preload="metadata"
          onError={fail}
          aria-label="Reply as a video"
          className="max-h-120 max-w-full"
        />
      ) : (
        <audio
          ref={source}
          controls
          preload="metadata"
          onError={fail}
          aria-label="Reply as audio"
          className="w-full max-w-xl"
        />
      )}
    </div>
  );
}

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

/** In an `img` element the browser runs no script and fetches nothing, not even for SVG. */
export function ImageViewer({
  blob,
  contentType,
  problem,
}: {
  blob: Blob;
  contentType: string;
  problem: Promise<string | null>;
}) {
  const refused = use(problem);
  const type = essence(contentType);
  const source = useBlobSource(blob, type.startsWith('image/') ? type : 'image/png');
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [failed, setFailed] = useState(false);
  const [ground, setGround] = useState<'light' | 'dark'>('light');
  if (refused !== null) return <p className="p-4 text-sm">{refused} Download it to see it elsewhere.</p>;
  if (failed)
    return <p className="p-4 text-sm">Your browser cannot show this image. View its bytes or download it.</p>;
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setSize({ width: naturalWidth, height: naturalHeight });
  const dimensions = size === null ? '' : `${size.width} × ${size.height} pixels`;
  return (
    <figure className="p-4">
      <div
        className={`grid min-h-40 place-items-center overflow-hidden rounded-md border border-line bg-card bg-[repeating-conic-gradient(var(--line)_0_25%,transparent_0_50%)] bg-size-[1rem_1rem] p-4 ${ground === 'light' ? 'scheme-light' : 'scheme-dark'}`}
      >
        {/* oxlint-disable-next-line nextjs/no-img-element -- a blob, which no server can make smaller */}
        <img
          ref={source}
          alt={`Reply as an image${dimensions === '' ? '' : ` of ${dimensions}`}`}
          onLoad={measure}
          onError={() => setFailed(true)}
          className="max-h-120 max-w-full object-contain"
        />
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-quiet tabular-nums">
        <span>{[dimensions, type, sizeText(blob.size)].filter((part) => part !== '').join(' · ')}</span>
        <button
          type="button"
          aria-pressed={ground === 'dark'}
          onClick={() => setGround(ground === 'light' ? 'dark' : 'light')}
          className={`${quietButton} ml-auto`}
        >
          Dark background
        </button>
      </figcaption>
    </figure>
  );
}
