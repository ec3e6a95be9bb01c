// Preloaded with `node --import`, which worker threads and forked processes inherit: those of the product find the
// sources as the tests do, and Node itself strips their types. The transformer of jest serves the main thread only.
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { resolveSource } from './resolve-source.mjs';

if (!isMainThread || process.argv[1]?.endsWith('.ts')) {
  registerHooks({
    resolve(specifier, context, next) {
      const url = resolveSource(specifier, context.parentURL);
      return url ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context);
    },
  });
}
