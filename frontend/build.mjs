// Builds the frontend in each language: for browsers, and for the thread of the server that renders pages. The files
// of all languages are in dist/assets, because many are the same; the rest is in a folder for each language. The
// service worker and the frame for diagrams are the same for all.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { buildDiagramFrame } from './build-diagram-frame.mjs';
import { buildWorker } from './build-worker.mjs';
import { listLanguages, writeMessages } from '../tools/lib/write-messages.mjs';

const logLevel = 'warn';
const dist = path.join(import.meta.dirname, 'dist');

/** @param {string} language */
function shareAssets(language) {
  const folder = path.join(dist, language, 'assets');
  cpSync(folder, path.join(dist, 'assets'), { recursive: true });
  rmSync(folder, { recursive: true });
}

writeMessages();
rmSync(dist, { recursive: true, force: true });
mkdirSync(path.join(dist, 'assets'), { recursive: true });
for (const language of listLanguages()) {
  // Read by vite.config.ts.
  process.env['HUB_LANGUAGE'] = language;
  await build({ logLevel });
  await build({ logLevel, build: { ssr: 'src/entry-server.ts' } });
  shareAssets(language);
}
await buildDiagramFrame(dist, logLevel);
await buildWorker(dist, listLanguages(), logLevel);
