import { useCallback } from 'react';

/** Sets a blob as the source of an element while it is mounted, with a fixed type. */
export function useBlobSource(blob: Blob, type: string) {
  return useCallback(
    (element: { src: string } | null) => {
      if (element === null) return;
      const address = URL.createObjectURL(blob.slice(0, blob.size, type));
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob, type],
  );
}
