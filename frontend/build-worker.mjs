// Builds the service worker, which knows the files that the first screens need in each language.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

/** What a worker keeps before anyone has opened it: documents, and the page that shows without a connection. */
const SCREENS = [
  /^index\.html$/,
  /^src\/routes\/(docs\/\$id\/index|offline)\.tsx(\?tsr-split=component.*)?$/,
  // What these load when they need it.
  /^src\/features\/markdown\/(markdown-content|code-highlighting|long-markdown|image-zoom)\.tsx?$/,
  /^src\/shared\/offline\/kept-notice\.tsx$/,
];
const SCREEN_COUNT = 8;
/** Parses long texts. It is no part of Vite's manifest. */
const PARSER = /^markdown-worker-[\w-]+\.js$/;
/** Of the texts and of code. */
const FONTS = /^assets\/(inter|jetbrains-mono)-[\w-]+\.woff2$/;
const FONT_COUNT = 2;

/** @typedef {{ file: string, css?: string[], assets?: string[], imports?: string[] }} Chunk in Vite's manifest */

/**
 * @param {string} folder of the build of one language
 * @returns {string[]} paths of the files
 */
function listFiles(folder) {
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const found = new Set();
  const visited = new Set();
  /** @param {string} key */
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return;
    visited.add(key);
    const fonts = (chunk.assets ?? []).filter((name) => FONTS.test(name));
    for (const name of [chunk.file, ...(chunk.css ?? []), ...fonts]) found.add(`/${name}`);
    chunk.imports?.forEach(visit);
  };
  const screens = Object.keys(manifest).filter((key) => SCREENS.some((screen) => screen.test(key)));
  const parsers = readdirSync(path.join(folder, '../assets')).filter((name) => PARSER.test(name));
  for (const name of parsers) found.add(`/assets/${name}`);
  if (screens.length !== SCREEN_COUNT || parsers.length !== 1)
    throw new Error(`${folder} lacks screens that the service worker keeps: ${screens.join()}`);
  screens.forEach(visit);
  const fonts = [...found].filter((name) => FONTS.test(name.slice(1)));
  if (fonts.length !== FONT_COUNT)
    throw new Error(`${folder} lacks fonts that the service worker keeps: ${fonts.join()}`);
  return [...found].sort();
}

/**
 * @param {string} dist
 * @param {string[]} languages
 * @param {import('vite').LogLevel} logLevel
 */
export async function buildWorker(dist, languages, logLevel) {
  const files = Object.fromEntries(languages.map((language) => [language, listFiles(path.join(dist, language))]));
  await build({
    configFile: false,
    logLevel,
    define: { HUB_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: path.join(import.meta.dirname, 'service-worker/worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  });
}
