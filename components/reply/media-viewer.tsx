'use client';

import { useState } from 'react';
import { essence } from '../../lib/operation/media-type.ts';
import { useBlobSource } from './use-blob-source.ts';

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
