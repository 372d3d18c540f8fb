import Color from 'colorjs.io';
import { Refusal } from './operation.ts';

/** Far outside every screen, and far inside the range of numbers in every colour space. */
const lightLimit = 1000;

export function parseColour(text: string): Color {
  const colour = tryParse(text);
  if (!colour) {
    throw new Refusal(
      `"${text}" is not a CSS colour; write it like #1a7f5a, rebeccapurple or oklch(60% 0.1 160).`,
    );
  }
  const light = [...colour.to('xyz').coords, colour.alpha];
  if (light.some((part) => part !== null && !(Math.abs(part) <= lightLimit))) {
    throw new Refusal(`"${text}" has a component that is not a number, or too large.`);
  }
  return colour;
}

function tryParse(text: string): Color | undefined {
  try {
    return new Color(text);
  } catch {
    return undefined;
  }
}

export function hexadecimal(colour: Color): string {
  return colour.to('srgb').toGamut().toString({ format: 'hex', collapse: false });
}
