import { useCallback } from 'react';

/** Gives an element a blob as its source, for as long as it is there, as this type and no other. */
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
