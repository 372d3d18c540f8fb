import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compile } from 'tailwindcss';

const require = createRequire(import.meta.url);
const app = join(import.meta.dirname, '../../app');
const components = join(import.meta.dirname, '../../components');

/** The style sheet of the pages, with every class that a component names: what the build makes, without a build. */
export async function compileStyles(): Promise<string> {
  const source = await readFile(join(app, 'globals.css'), 'utf8');
  const compiler = await compile(source, { base: app, loadStylesheet });
  const files = await readdir(components, { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFile(join(components, file), 'utf8')),
  );
  return compiler.build(texts.flatMap((text) => text.split(/[\s"'`{}]+/)));
}

async function loadStylesheet(id: string) {
  const path = require.resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id);
  return { path, base: dirname(path), content: await readFile(path, 'utf8') };
}
