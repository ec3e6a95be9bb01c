import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { memo, type ReactElement } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { components } from './components';
import type { HastNode } from './hast';

type HastRoot = Parameters<typeof toJsxRuntime>[0];

/** Renders a parsed text as React elements. */
export const MarkdownTree = memo(function Tree({ tree }: { tree: HastNode }) {
  return toJsxRuntime(tree as HastRoot, {
    Fragment,
    jsx,
    jsxs,
    components,
    passKeys: true,
    passNode: true,
  }) as ReactElement;
});
