import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Writes each file's smallest `.br` and `.gz` beside it: the server sends those and never compresses by itself. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'hub:precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const files = (await readdir(folder)).filter((file) => COMPRESSIBLE.test(file));
      for (const file of files) {
        const path = join(folder, file);
        const content = await readFile(path);
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await writeFile(`${path}.br`, await brotli(content, { params: size }));
        await writeFile(`${path}.gz`, await zip(content, { level: 9 }));
      }
    },
  };
}
