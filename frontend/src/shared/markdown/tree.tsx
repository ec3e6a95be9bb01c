import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { memo, type ReactElement } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { components } from './components';
import type { HastNode } from './hast';

type Root = Parameters<typeof toJsxRuntime>[0];

/** A parsed text as React elements. */
export const Tree = memo(function Tree({ tree }: { tree: HastNode }) {
  return toJsxRuntime(tree as Root, {
    Fragment,
    jsx,
    jsxs,
    components,
    passKeys: true,
    passNode: true,
  }) as ReactElement;
});
