export interface HexRow {
  offset: string;
  bytes: string;
  text: string;
}

const bytesInRow = 16;

/** Bytes as rows of sixteen, with their characters. */
export function hexRows(bytes: Uint8Array): HexRow[] {
  const rows: HexRow[] = [];
  for (let start = 0; start < bytes.length; start += bytesInRow) {
    const row = [...bytes.subarray(start, start + bytesInRow)];
    rows.push({
      offset: start.toString(16).padStart(8, '0'),
      bytes: row.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: row.map((byte) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join(''),
    });
  }
  return rows;
}
