import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** The part of a stored input that can be sent again. Files are stored as hashes only. */
export function reusableInput(kept: JsonObject): { input: JsonObject; isWhole: boolean } {
  let isWhole = true;
  const without = (value: JsonValue): JsonValue | undefined => {
    if (isFileHash(value)) {
      isWhole = false;
      return undefined;
    }
    if (Array.isArray(value)) {
      const items = value.map(without);
      // A list without some of its items would be another list, so it is dropped.
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    return isJsonObject(value) ? members(value) : value;
  };
  const members = (value: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
        const left = without(member);
        return left === undefined ? [] : [[name, left]];
      }),
    );
  return { input: members(kept), isWhole };
}

/** The format of `server/inputs/prepare-input.ts`. */
function isFileHash(value: JsonValue): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return false;
  const { bytes, sha256 } = value;
  return typeof bytes === 'number' && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}
