import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

// Makes `dist` from the sources: what is published. The rules of receipts are those of the portal, bundled.

const folder = import.meta.dirname;
const root = dirname(folder);
/** Tests build elsewhere. */
const dist = resolve(process.argv[2] ?? join(folder, 'dist'));

/** Their code is in the bundle, and their licences ask for a copy beside it. */
const bundledPackages = ['eventsource-parser', 'zod'];

/**
 * esbuild leaves out what is not used of a namespace, but not of the object `z`: three quarters of the package.
 * @type {import('esbuild').Plugin}
 */
const zodByName = {
  name: 'zod-by-name',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return {
        contents: source.replace("import { z } from 'zod'", "import * as z from 'zod'"),
        loader: 'ts',
      };
    });
  },
};

await rm(dist, { recursive: true, force: true });
await writeScripts();
await writeDeclarations();
for (const name of bundledPackages)
  await copyFile(join(root, 'node_modules', name, 'LICENSE'), join(dist, `LICENSE-${name}`));

async function writeScripts() {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { index: 'source/index.ts', command: 'source/command/main.ts' },
    outdir: dist,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    // For Node and browsers: only the commands import from Node.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    target: 'es2022',
    minifySyntax: true,
    plugins: [zodByName],
    metafile: true,
  });
  await chmod(join(dist, 'command.js'), 0o755);
  for (const path of Object.keys(metafile.inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    if (name !== undefined && !bundledPackages.includes(name))
      throw new Error(`${name} is bundled without its licence.`);
  }
}

/** Only those that `index` reaches. */
async function writeDeclarations() {
  const declarations = emitDeclarations();
  const pending = [join(dist, 'types/client/source/index.d.ts')];
  for (const path of pending) {
    const text = declarations.get(path);
    if (text === undefined) throw new Error(`${path} was not written.`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith('.')) throw new Error(`${path} needs ${fileName}, which users do not have.`);
      const imported = resolve(dirname(path), fileName).replace(/\.ts$/, '.d.ts');
      if (!pending.includes(imported)) pending.push(imported);
    }
  }
}

/**
 * By sources that the repository's own check of types has read.
 * @returns {Map<string, string>}
 */
function emitDeclarations() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([join(folder, 'source/index.ts')], {
    ...options,
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: join(dist, 'types'),
    types: [],
  });
  const written = new Map();
  const { diagnostics } = program.emit(undefined, (path, text) => written.set(resolve(path), text));
  if (diagnostics.length === 0) return written;
  throw new Error(
    diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
  );
}
