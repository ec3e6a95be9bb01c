// Lets Node itself import the sources: TypeScript through jest's transformer, and what jest gives to tests.
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSource, resolveSource } from './resolve-source.mjs';

let transform;

/**
 * @param {(file: string) => { code: string, sourceMapPath: string | null }} current how JavaScript is made of a source
 */
export function useTransformer(current) {
  transform = current;
}

/** Where the source map of each module is, for jest to show errors where they are written. */
export const sourceMaps = new Map();

const globals = new URL('jest-globals.mjs', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
    const url = resolveSource(specifier, context.parentURL);
    if (url) return { url, format: 'module', shortCircuit: true };
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
