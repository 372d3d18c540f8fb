import sharp from 'sharp';
import type { Reply } from './operation.ts';

export async function svgReply(svg: string, format: 'png' | 'svg'): Promise<Reply> {
  if (format === 'svg') return { type: 'image/svg+xml', body: svg };
  return { type: 'image/png', body: await sharp(Buffer.from(svg)).png().toBuffer() };
}

/** Escapes text for XML, and removes characters that XML forbids. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
