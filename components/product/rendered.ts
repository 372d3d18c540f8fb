import type { Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { CodeBlock } from './code-block.tsx';

/** Guaranteed by the runtime that is passed: it is React's. The package names a type that React has no more. */
export function rendered(tree: Root): ReactNode {
  return toJsxRuntime(tree, {
    Fragment,
    jsx,
    jsxs,
    passNode: true,
    components: { pre: CodeBlock },
  }) as ReactNode;
}
