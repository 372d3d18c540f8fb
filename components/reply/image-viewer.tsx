'use client';

import { type SyntheticEvent, use, useState } from 'react';
import { sizeText } from '../../lib/text/size-text.ts';
import { essence } from '../../lib/operation/media-type.ts';
import { quietButton } from '../quiet-button.ts';
import { useBlobSource } from './use-blob-source.ts';

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
