type Rgb = readonly [number, number, number];

/** The colours of one theme that follow from the accent. */
interface Accent {
  accent: string;
  /** Under the pointer. */
  over: string;
  /** Text on the accent. */
  ink: string;
  /** A ground for what is chosen. */
  soft: string;
}

interface Theme {
  name: 'light' | 'dark';
  /** All that text of the accent stands on (`app/globals.css`). */
  grounds: readonly string[];
  paper: string;
  /** What the accent is mixed with until it can be read. */
  towards: Rgb;
  ink: string;
  /** The part of the accent in its soft ground. */
  softness: number;
  /** What failures are written in. */
  bad: string;
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

const light: Theme = {
  name: 'light',
  grounds: ['#f6f4ee', '#fffefb', '#edeae0', '#efece3'],
  paper: '#f6f4ee',
  towards: black,
  ink: '#fffefb',
  softness: 0.12,
  bad: '#a8123f',
};

const dark: Theme = {
  name: 'dark',
  grounds: ['#141310', '#1c1a16', '#25221c', '#0e0d0a', '#24211b'],
  paper: '#141310',
  towards: white,
  ink: '#0e0d0a',
  softness: 0.18,
  bad: '#ff8aa3',
};

/** WCAG 2 for text. */
const leastContrast = 4.5;
const step = 0.02;

export interface AccentColours {
  light: Accent;
  dark: Accent;
  /** What is not as it was chosen, and what to look at, in sentences. */
  notes: string[];
}

/** One colour as both themes can have it: nearer to black or white where it could not be read. */
export function accentColours(chosen: string): AccentColours {
  const [inLight, inDark] = [readable(chosen, light), readable(chosen, dark)];
  return {
    light: inLight,
    dark: inDark,
    notes: [...notesOf(chosen, inLight, light), ...notesOf(chosen, inDark, dark)],
  };
}

function readable(chosen: string, { grounds, paper, towards, ink, softness, name }: Theme): Accent {
  for (let part = 0; ; part += step) {
    const accent = mixed(chosen, towards, Math.min(1, part));
    const soft = mixed(paper, rgbOf(accent), softness);
    if (part < 1 && [...grounds, soft].some((ground) => contrast(accent, ground) < leastContrast)) continue;
    const over = name === 'light' ? mixed(accent, black, 0.15) : mixed(accent, white, 0.2);
    return { accent, over, ink, soft };
  }
}

function notesOf(chosen: string, { accent }: Accent, { name, bad }: Theme): string[] {
  const notes: string[] = [];
  if (accent !== chosen)
    notes.push(
      `In the ${name} theme it is too ${name === 'light' ? 'pale' : 'dark'} for text, so ${accent} is used there.`,
    );
  if (distance(accent, bad) < 60)
    notes.push(
      `In the ${name} theme it looks like the red of failures. Choose another hue to tell them apart.`,
    );
  return notes;
}

/** Custom properties that the whole page takes its accent from, for both themes. */
export function accentStyle(chosen: string): Record<`--${string}`, string> {
  if (chosen === '') return {};
  const colours = accentColours(chosen);
  const both = (part: keyof Accent) => `light-dark(${colours.light[part]}, ${colours.dark[part]})`;
  return {
    '--accent': both('accent'),
    '--accent-over': both('over'),
    '--accent-ink': both('ink'),
    '--accent-soft': both('soft'),
  };
}

/** The same as a rule. Browsers that do not know both themes in one colour keep that of Farebox. */
export function accentRule(chosen: string): string {
  const declarations = Object.entries(accentStyle(chosen)).map(([name, value]) => `${name}: ${value}`);
  if (declarations.length === 0) return '';
  return `@supports (color: light-dark(red, red)) { :root:root { ${declarations.join('; ')} } }`;
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function distance(one: string, other: string): number {
  const [from, to] = [rgbOf(one), rgbOf(other)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

function mixed(colour: string, other: Rgb, part: number): string {
  const [red, green, blue] = rgbOf(colour);
  const between = (from: number, to: number) =>
    Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0');
  return `#${between(red, other[0])}${between(green, other[1])}${between(blue, other[2])}`;
}

/** Of a colour as #rrggbb. */
function rgbOf(colour: string): Rgb {
  const number = Number.parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
