import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Programs of these names that can be run, in the folders of PATH or in others.
 * @param {string[]} names
 * @param {string[]} [otherFolders]
 */
export function findPrograms(names, otherFolders = []) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, ...otherFolders]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter(isExecutable);
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for us: no candidate either way.
    return false;
  }
}
