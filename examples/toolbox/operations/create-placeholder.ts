import { operation } from '../operation.ts';
import { escapeXml, svgReply } from '../svg.ts';

interface Input {
  width: number;
  height: number;
  text?: string;
  background: string;
  foreground: string;
  format: 'png' | 'svg';
}

export const createPlaceholder = operation<Input>((input) => {
  const { width, height, background, foreground, format } = input;
  const text = input.text ?? `${width} × ${height}`;
  const fontSize = Math.max(8, Math.floor(Math.min(height / 3, (width / Math.max(text.length, 4)) * 1.4)));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="${background}"/>
<text x="50%" y="50%" fill="${foreground}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="${fontSize}" text-anchor="middle" dominant-baseline="central">${escapeXml(text)}</text>
</svg>`;
  return svgReply(svg, format);
});
