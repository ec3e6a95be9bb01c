// Preloaded with `node --import`, which worker threads and forked processes inherit: those of the product find and
// compile the sources as the tests do. The transformer of jest serves the main thread only.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { isSource, resolveSource } from './resolve-source.mjs';

const configFile = fileURLToPath(new URL('../../.swcrc', import.meta.url));

if (!isMainThread || process.argv[1]?.endsWith('.ts')) {
  const { transformSync } = await import('@swc/core');
  registerHooks({
    resolve(specifier, context, next) {
      const url = resolveSource(specifier, context.parentURL);
      return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      if (!isSource(url)) return next(url, context);
      const filename = fileURLToPath(url);
      const { code } = transformSync(readFileSync(filename, 'utf8'), { filename, configFile, sourceMaps: 'inline' });
      return { source: code, format: 'module', shortCircuit: true };
    },
  });
}
