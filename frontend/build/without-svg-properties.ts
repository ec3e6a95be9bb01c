import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Leaves the names of SVG's properties out: markdown has no SVG, and they are 3 KB of each page that shows some. */
export function withoutSvgProperties(): Plugin {
  return {
    name: 'hub:without-svg-properties',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === './lib/svg.js' && importer?.includes('/property-information/')
        ? fileURLToPath(new URL('no-svg-properties.ts', import.meta.url))
        : null,
  };
}
