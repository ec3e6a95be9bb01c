import { existsSync } from 'node:fs';

export const isSource = (url) => !!url?.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

/**
 * Where a source finds another: sources name modules as they are after the build (./x.js), those of the frontend
 * without an ending.
 */
export function resolveSource(specifier, parentURL) {
  if (!/^\.{1,2}\/(?:.*\.js|(?:.*\/)?[^./]+)$/.test(specifier) || !isSource(parentURL)) return undefined;
  const source = new URL(specifier.replace(/(\.js)?$/, '.ts'), parentURL);
  return existsSync(source) ? source.href : undefined;
}
