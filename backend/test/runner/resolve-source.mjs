import { existsSync } from 'node:fs';

export const isSource = (url) => !!url?.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

const SHARED = '@hub/shared/';

/**
 * Where a source finds another: sources name modules as they are after the build (./x.js), those of the frontend
 * without an ending. The shared package is that of this checkout, also where a link leads to the packages of another.
 */
export function resolveSource(specifier, parentURL) {
  if (specifier.startsWith(SHARED))
    return new URL(`../../../shared/src/${specifier.slice(SHARED.length)}.ts`, import.meta.url).href;
  if (!/^\.{1,2}\/(?:.*\.js|(?:.*\/)?[^./]+)$/.test(specifier) || !isSource(parentURL)) return undefined;
  const source = new URL(specifier.replace(/(\.js)?$/, '.ts'), parentURL);
  return existsSync(source) ? source.href : undefined;
}
