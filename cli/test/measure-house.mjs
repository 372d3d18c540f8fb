import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';

// Prints the size of the code outside of tests, and fails where rooms of server/ import each other in a circle. With
// `--write` it draws the parts in docs/architecture.md anew; without, it fails where that picture is not true any more.
// Run from the root.

const parts = ['app', 'bench', 'cli', 'client', 'components', 'examples', 'lib', 'prisma', 'server'];
const files = parts
  .flatMap((part) =>
    readdirSync(part, { recursive: true, encoding: 'utf8' }).map((file) => posix.join(part, file)),
  )
  .filter(
    (file) => /\.(?:tsx?|m?js)$/.test(file) && !/(?:^|\/)(?:tests|node_modules|generated|dist)\//.test(file),
  );
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const lines = [...texts.values()].map((text) => text.split('\n').length - 1).sort((a, b) => a - b);
const total = lines.reduce((sum, count) => sum + count, 0);

/** @type {Map<string, number>} */
const folders = new Map();
for (const file of files) folders.set(posix.dirname(file), (folders.get(posix.dirname(file)) ?? 0) + 1);
const crowded = [...folders.values()].filter((count) => count > 15).length;

const circle = findCircle(imports(roomOf));

console.log(
  [
    `${files.length} files, ${total} lines, ${lines[Math.floor(lines.length / 2)]} in the middle one`,
    `${lines.filter((count) => count <= 25).length} files of at most 25 lines, ${crowded} folders of more than 15 files`,
    circle ? `a circle of rooms of server/: ${circle.join(' > ')}` : 'no circle of rooms of server/',
  ].join('\n'),
);

if (circle) process.exitCode = 1;

const page = 'docs/architecture.md';
const frame = /(?<=<!-- picture -->\n).*(?=<!-- \/picture -->)/s;
const before = readFileSync(page, 'utf8');
const after = before.replace(frame, `\`\`\`mermaid\n${picture()}\n\`\`\`\n`);
if (process.argv.includes('--write')) writeFileSync(page, after);
else if (after !== before) {
  console.error(`The picture in ${page} is out of date. Draw it again: npm run measure -- --write`);
  process.exitCode = 1;
}

function picture() {
  const arrows = [...imports(partOf)].sort().map((edge) => `  ${edge.replace(' ', ' --> ')}`);
  return ['flowchart TD', ...arrows].join('\n');
}

/**
 * The pairs of places of which the first imports the second.
 * @param {(file: string) => string | undefined} placeOf
 */
function imports(placeOf) {
  /** @type {Set<string>} */
  const pairs = new Set();
  for (const [file, text] of texts) {
    const from = placeOf(file);
    if (from === undefined) continue;
    for (const [, imported = ''] of text.matchAll(/(?:from|import\() *'(\.[^']+)'/g)) {
      const to = placeOf(posix.join(posix.dirname(file), imported));
      if (to !== undefined && to !== from) pairs.add(`${from} ${to}`);
    }
  }
  return pairs;
}

/**
 * A part of the house that ships.
 * @param {string} file
 */
function partOf(file) {
  const part = /^([a-z]+)\//.exec(file)?.[1];
  return part === 'bench' ? undefined : part;
}

/** @param {string} file */
function roomOf(file) {
  return /^server\/([^/]+)\//.exec(file)?.[1];
}

/**
 * Some rooms of which each imports the next, and the last the first.
 * @param {Set<string>} edges
 * @returns {string[] | undefined}
 */
function findCircle(edges) {
  const pairs = [...edges].map((edge) => edge.split(' '));
  const passed = new Set();
  /**
   * @param {string} room
   * @param {string[]} way
   * @returns {string[] | undefined}
   */
  const follow = (room, way) => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (passed.has(room)) return undefined;
    for (const [from, to = ''] of pairs) {
      const found = from === room ? follow(to, [...way, room]) : undefined;
      if (found) return found;
    }
    passed.add(room);
    return undefined;
  };
  for (const [from = ''] of pairs) {
    const found = follow(from, []);
    if (found) return found;
  }
  return undefined;
}
