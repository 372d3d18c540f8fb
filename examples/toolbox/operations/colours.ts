import Color from 'colorjs.io';
import { json, operation, Refusal } from '../operation.ts';

/** Far outside every screen, and far inside the range of numbers in every colour space. */
const lightLimit = 1000;

function parseColour(text: string): Color {
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

function hexadecimal(colour: Color): string {
  return colour.to('srgb').toGamut().toString({ format: 'hex', collapse: false });
}

interface ContrastInput {
  foreground: string;
  background: string;
}

const thresholds = { normalAA: 4.5, normalAAA: 7, largeAA: 3, largeAAA: 4.5, graphics: 3 };

export const checkContrast = operation<ContrastInput>(({ foreground, background }) => {
  const [text, ground] = [parseColour(foreground), parseColour(background)];
  const ratio = text.contrastWCAG21(ground);
  const passes = Object.entries(thresholds).map(([level, least]): [string, boolean] => [
    level,
    ratio >= least,
  ]);
  return json({
    ratio: Number(ratio.toFixed(2)),
    apca: Number(ground.contrastAPCA(text).toFixed(1)),
    passes: Object.fromEntries(passes),
  });
});

interface ColourInput {
  colour: string;
  spaces: string[];
}

const digits = 4;

export const convertColour = operation<ColourInput>(({ colour, spaces }) => {
  const parsed = parseColour(colour);
  return json({
    hex: hexadecimal(parsed),
    inSrgb: parsed.inGamut('srgb'),
    spaces: spaces.map((space) => ({ space, css: parsed.to(space).toString({ precision: digits }) })),
  });
});

interface ColourScaleInput {
  scale: { from: string; to: string; steps: number; space: string };
}

export const createColourScale = operation<ColourScaleInput>(({ scale }) => {
  const { steps, space } = scale;
  const range = Color.range(parseColour(scale.from), parseColour(scale.to), { space, outputSpace: 'srgb' });
  const colours = Array.from({ length: steps }, (_, step) => hexadecimal(range(step / (steps - 1))));
  return json({ space, colours });
});
