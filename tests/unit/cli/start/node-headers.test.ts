import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endsProcess, headersFor } from '../../../../cli/start/native-module.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-headers-'));
  mkdirSync(join(root, 'node/include/node'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const header = (name: string) => join(root, 'node/include/node', name);
const wrap = (body: string) => `class ObjectWrap {\n  ~ObjectWrap() {\n    ${body}\n    Reset();\n  }\n};\n`;

describe('the headers that SQLite is compiled with', () => {
  it('are those beside Node, where there are any', () => {
    expect(headersFor(join(root, 'node'), join(root, 'cache'))).toBeUndefined();
    writeFileSync(header('node.h'), '// node');
    writeFileSync(header('node_object_wrap.h'), wrap(''));
    expect(headersFor(join(root, 'node'), join(root, 'cache'))).toBe(join(root, 'node'));
  });

  it('lose the call that ends the process, and nothing else', () => {
    writeFileSync(header('node.h'), '// node');
    const call = 'RemoveEnvironmentCleanupHook(v8::Isolate::GetCurrent(), CleanupHook, this);';
    writeFileSync(header('node_object_wrap.h'), wrap(call));
    for (const _again of [1, 2]) {
      expect(headersFor(join(root, 'node'), join(root, 'cache'))).toBe(join(root, 'cache'));
      expect(readFileSync(join(root, 'cache/include/node/node_object_wrap.h'), 'utf8')).toBe(wrap(''));
      expect(readFileSync(join(root, 'cache/include/node/node.h'), 'utf8')).toBe('// node');
    }
  });

  it('are seen in a module that was compiled with the wrong ones', () => {
    const file = join(root, 'module.node');
    expect(endsProcess(file)).toBe(false);
    writeFileSync(file, Buffer.from('\0_ZN4node28RemoveEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_\0'));
    expect(endsProcess(file)).toBe(true);
    writeFileSync(file, Buffer.from('\0_ZN4node25AddEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_\0'));
    expect(endsProcess(file)).toBe(false);
  });
});
