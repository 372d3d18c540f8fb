/** A QR code: how many modules a side has, and the dark ones as an SVG path, a unit each. */
export async function qrPicture(text: string): Promise<{ size: number; path: string }> {
  const { default: qrCode } = await import('qrcode');
  const { modules } = qrCode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const places = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)]);
  const dark = places.filter(([x = 0, y = 0]) => modules.get(y, x) !== 0);
  return { size, path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('') };
}
