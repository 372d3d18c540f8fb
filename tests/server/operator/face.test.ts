import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultFace, type Face } from '../../../lib/face/face.ts';
import { KeptFace } from '../../../server/desk/kept-face.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

describe.each(engines)('the face of the portal in $engine', ({ open }) => {
  const on = emptyForEach(open);
  const change = (name: string, after: number, picture?: { type: string; content: Uint8Array }) =>
    on.writer.run('change-face', {
      content: JSON.stringify({ name }),
      pictures: picture ? [{ kind: 'logo', picture }] : [],
      ...{ after, before: {}, change: {}, now: Date.now() },
    });
  const kept = (read: () => Promise<Face> = () => on.face.read()) => {
    const face = new KeptFace({ face: { read } });
    onTestFinished(on.writer.onPublish((what) => what === 'face' && face.changed()));
    return face;
  };

  test('is the default until it is changed, is read from memory, and anew after each change', async () => {
    let reads = 0;
    const face = kept(() => {
      reads += 1;
      return on.face.read();
    });
    expect(await face.read()).toEqual(defaultFace);
    await change('Acme', 0);
    expect(await face.read()).toMatchObject({ name: 'Acme', version: 1 });
    const before = reads;
    expect([face.read(), face.last]).toEqual([face.last, { ...defaultFace, name: 'Acme', version: 1 }]);
    expect(reads).toBe(before);
    await change('Other', 1);
    expect(await face.read()).toMatchObject({ name: 'Other', version: 2 });
  });

  test('is not changed from a version that is over', async () => {
    await change('Acme', 0);
    expect(await change('Other', 0)).toEqual({ outcome: 'overtaken', version: 1 });
    expect(await on.face.read()).toMatchObject({ name: 'Acme' });
  });

  test('has pictures, byte for byte', async () => {
    const content = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await change('Acme', 0, { type: 'image/png', content });
    const found = await on.face.picture('logo');
    expect([found?.type, Buffer.from(found?.content ?? []).equals(content)]).toEqual(['image/png', true]);
    expect(await on.face.picture('icon')).toBeNull();
  });

  test('stays as it was where it cannot be read, until it can', async () => {
    let isLost = false;
    const face = kept(() => (isLost ? Promise.reject(new Error('no database')) : on.face.read()));
    await face.read();
    isLost = true;
    await change('Acme', 0);
    expect(await face.read()).toEqual(defaultFace);
    isLost = false;
    expect(await face.read()).toMatchObject({ name: 'Acme' });
  });
});
