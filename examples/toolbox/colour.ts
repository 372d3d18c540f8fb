import Color from 'colorjs.io';
import { Refusal } from './operation.ts';

export function parseColour(text: string): Color {
  try {
    return new Color(text);
  } catch {
    throw new Refusal(
      `"${text}" is no CSS colour; write it like #1a7f5a, rebeccapurple or oklch(60% 0.1 160).`,
    );
  }
}

export function hexadecimal(colour: Color): string {
  return colour.to('srgb').toGamut().toString({ format: 'hex', collapse: false });
}
