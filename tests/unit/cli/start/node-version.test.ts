import { describe, expect, it } from 'vitest';
import { nodeVersionRefusal } from '../../../../cli/start/node-version.mjs';

const range = '>=20.19 <21 || >=22.14';

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.14.0', '22.20.1', '24.0.0', '24.11.1'])('%s is admitted', (version) => {
    expect(nodeVersionRefusal(version, range)).toBeUndefined();
  });

  it.each(['18.20.8', '20.9.0', '20.18.3', '21.7.3', '22.13.1'])('%s is refused', (version) => {
    expect(nodeVersionRefusal(version, range)).toBe(
      `Farebox needs Node >=20.19 <21 or >=22.14, and this is Node ${version}. Install a version that fits (https://nodejs.org, or "nvm install 22") and run the command again.`,
    );
  });

  it('refuses a range that it cannot read, rather than admit everything', () => {
    expect(() => nodeVersionRefusal('20.19.0', '^20.19.0')).toThrow('^20.19.0');
  });
});
