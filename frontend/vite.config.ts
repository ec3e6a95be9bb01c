import { createRequire } from 'node:module';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { writeMessages } from '../tools/lib/write-messages.mjs';

const EAGER_ROUTES = new Set<string>(['__root__', '/', '/docs/', '/docs/$id/']);

/** What the home page, the document list and the document page share. */
const contentPaths = [
  '/shared/content/',
  '/shared/links',
  '/shared/load-more',
  '/shared/src/formats',
  '/lib/images',
  '/icons/IconCheck',
  '/ui/badge',
  '/ui/isolate',
  '/ui/segmented-control',
  '/ui/visually-hidden',
  '/shared/use-action-mutation',
  '/reactions/reaction-bar',
  '/react-query/',
  '/useLocation',
];
/** Parts of the former that the document page does not need. */
const cardPaths = [
  '/shared/content/content-card',
  '/shared/content/content-rows',
  '/lib/time',
  '/shared/content/placeholder',
  '/shared/content/video-cache',
  '/shared/categories/category-icon',
];
const listPaths = [
  '/shared/content-list/',
  '/shared/categories/category-tree',
  '/shared/categories/category-filter',
  '/icons/IconFilterOff',
];
const menuPaths = [
  '/ui/menu',
  '/ui/toast',
  '/esm/components/Popover/',
  '/esm/components/Menu/',
  '/esm/components/Transition/',
];
/** At the end of the pages of documents and videos: comments and threads. */
const discussionPaths = [
  '/features/comments/discussion',
  '/features/comments/comment',
  '/features/comments/queries',
  '/features/comments/thread-cache',
  '/forum/linked/linked-threads',
  '/forum/linked/discuss-button',
  '/forum/linked/queries',
  '/messages/discussions',
  '/icons/IconMessagePlus',
];
const adminPaths = ['/features/admin/', '/messages/admin', '/ui/table', '/shared/roles/'];
const readingPaths = [
  '/features/markdown/',
  '/features/comments/',
  '/features/reactions/',
  '/shared/src/callouts',
  '/shared/src/heading-anchors',
  '/shared/src/references',
];
/** The fields of comments and posts, which readers do not load. */
const writingPaths = ['/features/comments/writing/'];

const toPosix = (path: string) => path.replaceAll('\\', '/');

/** A `test` for chunk groups: matches modules whose path contains any of these parts. */
const isIn = (parts: readonly string[]) => (id: string) => {
  const path = toPosix(id);
  return parts.some((part) => path.includes(part));
};

const isContent = (id: string) => isIn(contentPaths)(id) && !isIn(cardPaths)(id);
const isReading = (id: string) => isIn(readingPaths)(id) && !isIn(writingPaths)(id);

const texts = join(import.meta.dirname, 'i18n');

export default defineConfig({
  plugins: [
    {
      name: 'hub:messages',
      buildStart: () => writeMessages(),
      configureServer: ({ watcher, config }) => {
        watcher.add(texts).on('all', (_event, file) => {
          if (!file.startsWith(texts)) return;
          try {
            writeMessages();
          } catch (error) {
            // A text that is wrong, or half of a file that is being saved.
            config.logger.error(String(error));
          }
        });
      },
    },
    // Its other options are in tsr.config.json.
    tanstackRouter({
      codeSplittingOptions: {
        // Loaders load with their screens, except on the pages readers open first, whose requests start at once.
        splitBehavior: ({ routeId }) =>
          EAGER_ROUTES.has(routeId) ? undefined : [['loader', 'component'], ['errorComponent'], ['notFoundComponent']],
      },
    }),
    react(),
    {
      // All supported browsers have it.
      name: 'hub:native-structured-clone',
      load: (id) =>
        toPosix(id).endsWith('/@ungap/structured-clone/esm/index.js') ? 'export default structuredClone;' : undefined,
    },
    // The server sends these files as they are and never compresses static files itself.
    compression({
      include: ['**/*.js', '**/*.css', '**/*.svg'],
      skipIfLargerOrEqual: false,
      algorithms: [
        defineAlgorithm('gzip', { level: constants.Z_BEST_COMPRESSION }),
        defineAlgorithm('brotliCompress', {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        }),
      ],
    }),
  ],
  // The shared package is bundled from its sources.
  resolve: { conditions: ['hub-source', ...defaultClientConditions] },
  worker: {
    plugins: () => [
      {
        // The package's browser build needs the DOM, which workers do not have.
        name: 'hub:entities-without-dom',
        enforce: 'pre',
        resolveId: (id) =>
          id === 'decode-named-character-reference'
            ? createRequire(import.meta.url).resolve('decode-named-character-reference')
            : null,
      },
    ],
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` } },
  build: {
    target: 'es2022',
    // The first browsers with light-dark(), which gives a page its chosen colors before scripts run.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    sourcemap: true,
    // The code editor, which loads with the forms that need it, is the largest.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The names of all files are part of every first load, so they are short.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Automatic splitting alone would make a document page load 76 files; these groups make it 5.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: 'content', test: isContent, minShareCount: 2, priority: 1 },
            { name: 'cards', test: isIn(cardPaths), minShareCount: 2 },
            { name: 'lists', test: isIn(listPaths), minShareCount: 2 },
            { name: 'menus', test: isIn(menuPaths), minShareCount: 2 },
            { name: 'admin', test: isIn(adminPaths), minShareCount: 2 },
            { name: 'discussions', test: isIn(discussionPaths) },
            { name: 'reading', test: isReading, minShareCount: 3 },
            // One file instead of many names.
            { name: 'icons', test: isIn(['/icons/Icon']), minShareCount: 2 },
          ],
        },
      },
    },
  },
});
