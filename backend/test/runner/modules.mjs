// Lets Node itself import the sources: TypeScript through jest's transformer, and what jest gives to tests.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

let transform;

/** @param {(file: string) => { code: string, sourceMapPath: string | null }} current how JavaScript is made of a source */
export function useTransformer(current) {
  transform = current;
}

/** Where the source map of each module is, for jest to show errors where they are written. */
export const sourceMaps = new Map();

const globals = new URL('globals.mjs', import.meta.url).href;
const isSource = (url) => !!url?.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
    if (/^\.{1,2}\/(?:.*\.js|(?:.*\/)?[^./]+)$/.test(specifier) && isSource(context.parentURL)) {
      // Sources name modules as they are after the build (./x.js), those of the frontend without an ending.
      const source = new URL(specifier.replace(/(\.js)?$/, '.ts'), context.parentURL);
      if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (!isSource(url)) return next(url, context);
    const { code, sourceMapPath } = transform(fileURLToPath(url));
    if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
    return { source: code, format: 'module', shortCircuit: true };
  },
});

export const importSource = (file) => import(pathToFileURL(file).href);
