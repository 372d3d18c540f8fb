/** The browser has started to save the file long before. */
const keptMs = 60_000;

/** Saves a blob as a file. Never opens it, because it would be a page of this origin. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
