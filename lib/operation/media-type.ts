/** `Application/JSON; charset=utf-8` → `application/json`. */
export function essence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

export function isJsonMediaType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[^\s/]+\+)?json$/.test(essence(mediaType));
}

export function isXmlMediaType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[^\s/]+\+)?xml$/.test(essence(mediaType));
}

/** Media types of binary data, which JSON input carries as base64 or a data URL. */
export function isBinaryMediaType(mediaType: string): boolean {
  const type = essence(mediaType);
  if (/\+(?:xml|json)$/.test(type)) return false;
  return (
    /^(?:image|audio|video|font|model)\//.test(type) ||
    /^application\/(?:octet-stream|pdf|(?:x-)?(?:zip|gzip|tar|bzip2|7z-compressed|rar-compressed)|wasm|cbor|msgpack|(?:x-|vnd\.google\.)?protobuf|msword|vnd\.(?:ms-|openxmlformats-officedocument|oasis\.opendocument).*)$/.test(
      type,
    )
  );
}
