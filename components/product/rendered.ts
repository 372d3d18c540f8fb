import type { Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { ColouredCode } from './coloured-code.tsx';

/** Guaranteed by the runtime that is passed: it is React's. The types of the package are older than React's. */
export function rendered(tree: Root): ReactNode {
  return toJsxRuntime(tree, {
    Fragment,
    jsx,
    jsxs,
    passNode: true,
    components: { pre: ColouredCode },
  }) as ReactNode;
}
