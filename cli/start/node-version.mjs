/**
 * The sentence that refuses a version of Node, or undefined where it is one that `range` admits. The range is that of
 * package.json's `engines`: alternatives of `>=` and `<` bounds, which is all of semver that it uses.
 * @param {string} version
 * @param {string} range
 * @returns {string | undefined}
 */
export function nodeVersionRefusal(version, range) {
  const admitted = range.split('||').some((alternative) =>
    alternative
      .trim()
      .split(/\s+/)
      .every((bound) => holds(version, bound)),
  );
  if (admitted) return undefined;
  return `Farebox needs Node ${range.replaceAll('||', 'or')}, and this is Node ${version}. Install a version that fits (https://nodejs.org, or "nvm install 22") and run the command again.`;
}

/**
 * @param {string} version
 * @param {string} bound
 */
function holds(version, bound) {
  const [, operator, wanted] = /^(>=|<)([\d.]+)$/.exec(bound) ?? [];
  if (operator === undefined || wanted === undefined) {
    throw new Error(
      `The range of Node versions in package.json has a bound that is not understood: ${bound}`,
    );
  }
  const difference = compare(numbers(version), numbers(wanted));
  return operator === '<' ? difference < 0 : difference >= 0;
}

/** @param {string} version */
function numbers(version) {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}

/**
 * @param {number[]} left
 * @param {number[]} right
 */
function compare(left, right) {
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
