import { expect, it } from 'vitest';
import { accentColours, accentStyle, contrast } from '../../../../lib/face/accent.ts';

const grounds = {
  light: ['#f6f4ee', '#fffefb', '#edeae0', '#efece3'],
  dark: ['#141310', '#1c1a16', '#25221c', '#0e0d0a', '#24211b'],
};

it.each(['#000000', '#ffffff', '#ffd400', '#0b5fff', '#00ff00', '#7f7f7f', '#ff0000', '#001a00'])(
  '%s can be read on every ground of both themes, and so can text on it',
  (chosen) => {
    const colours = accentColours(chosen);
    for (const theme of ['light', 'dark'] as const) {
      const { accent, over, ink, soft } = colours[theme];
      for (const ground of [...grounds[theme], soft])
        expect(contrast(accent, ground), `${accent} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      for (const ground of [accent, over])
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  },
);

it('a colour that can be read stays as it is, and one that cannot is named with what is used', () => {
  expect(accentColours('#1d4ed8').light.accent).toBe('#1d4ed8');
  expect(accentColours('#ffd400').dark.accent).toBe('#ffd400');
  const { light, notes } = accentColours('#ffd400');
  expect(notes).toEqual([`In the light theme it is too pale for text, so ${light.accent} is used there.`]);
  expect(accentColours('#a8123f').notes.join(' ')).toContain('looks like the red of failures');
});

it('a portal without a colour of its own keeps that of Farebox', () => {
  expect(accentStyle('')).toEqual({});
});

it('the contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
