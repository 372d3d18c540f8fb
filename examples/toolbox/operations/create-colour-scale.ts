import Color from 'colorjs.io';
import { hexadecimal, parseColour } from '../colour.ts';
import { json, operation } from '../operation.ts';

interface Input {
  scale: { from: string; to: string; steps: number; space: string };
}

export const createColourScale = operation<Input>(({ scale }) => {
  const { steps, space } = scale;
  const range = Color.range(parseColour(scale.from), parseColour(scale.to), { space, outputSpace: 'srgb' });
  const colours = Array.from({ length: steps }, (_, step) => hexadecimal(range(step / (steps - 1))));
  return json({ space, colours });
});
