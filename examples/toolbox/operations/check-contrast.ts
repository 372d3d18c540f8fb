import { parseColour } from '../colour.ts';
import { json, operation } from '../operation.ts';

interface Input {
  foreground: string;
  background: string;
}

const thresholds = { normalAA: 4.5, normalAAA: 7, largeAA: 3, largeAAA: 4.5, graphics: 3 };

export const checkContrast = operation<Input>(({ foreground, background }) => {
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
