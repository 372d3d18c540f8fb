/** The limit of a slug, minus space for a number. */
const maxLength = 58;

/** Gives each operation a unique name that is a valid slug and a file name on any disk. */
export class OperationIds {
  readonly #taken = new Set<string>();

  next(operationId: string | undefined, method: string, path: string): string {
    const wanted = operationSlug(operationId, method, path);
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted}-${number}`;
    this.#taken.add(id);
    return id;
  }
}

/** A name for an operation; others in its document may have the same. */
export function operationSlug(operationId: string | undefined, method: string, path: string): string {
  return slug(operationId ?? '') || slug(`${method} ${path}`) || slug(method) || 'operation';
}

/** `createQRCode` and `Create QR code` → create-qr-code. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
}
