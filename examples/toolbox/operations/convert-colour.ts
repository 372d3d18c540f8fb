import { hexadecimal, parseColour } from '../colour.ts';
import { json, operation } from '../operation.ts';

interface Input {
  colour: string;
  spaces: string[];
}

const digits = 4;

export const convertColour = operation<Input>(({ colour, spaces }) => {
  const parsed = parseColour(colour);
  return json({
    hex: hexadecimal(parsed),
    inSrgb: parsed.inGamut('srgb'),
    spaces: spaces.map((space) => ({ space, css: parsed.to(space).toString({ precision: digits }) })),
  });
});
