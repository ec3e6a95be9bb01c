// Builds the page that draws diagrams: by itself, because no other page may load any of it.
import path from 'node:path';
import { build } from 'vite';
import { compressFiles } from './compress-files.mjs';

/**
 * @param {string} outDir
 * @param {import('vite').LogLevel} logLevel
 */
export async function buildDiagramFrame(outDir, logLevel) {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel,
    plugins: [compressFiles()],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      // Mermaid's largest kinds of diagrams.
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'diagram-frame.html'),
        output: {
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/diagram-[name]-[hash:7].js',
        },
      },
    },
  });
}
