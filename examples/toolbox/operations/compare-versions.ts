import semver from 'semver';
import { json, operation, Refusal } from '../operation.ts';

interface Input {
  versions: string[];
  range: string;
  includePrerelease: boolean;
}

export const compareVersions = operation<Input>(({ versions, range, includePrerelease }) => {
  const options = { includePrerelease };
  const wrong = versions.find((version) => !semver.valid(version));
  if (wrong !== undefined)
    throw new Refusal(`"${wrong}" is not a semantic version; write it like 1.4.0 or 2.0.0-rc.1.`);
  if (semver.validRange(range, options) === null)
    throw new Refusal(`"${range}" is not a version range; write it like ^1.4.0.`);
  return json({
    sorted: semver.sort([...versions]),
    satisfying: versions.filter((version) => semver.satisfies(version, range, options)),
    best: semver.maxSatisfying(versions, range, options),
  });
});
