/** A browser has begun to save a file long before. */
const keptMs = 60_000;

/** Saves a blob as a file. It is never opened: a page made of it would be of this origin. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
