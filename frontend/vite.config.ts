import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { withoutSvgProperties } from './build/without-svg-properties.ts';

const READERS_FIRST = new Set<string>(['__root__', '/', '/docs/', '/docs/$id/']);
const replacement = (name: string) => fileURLToPath(new URL(`build/${name}`, import.meta.url));

export default defineConfig({
  plugins: [
    // The rest stands in tsr.config.json.
    tanstackRouter({
      codeSplittingOptions: {
        // Loaders, and the requests they know, come with their screens; those that readers open first start at once.
        splitBehavior: ({ routeId }) =>
          READERS_FIRST.has(routeId) ? undefined : [['loader', 'component'], ['errorComponent'], ['notFoundComponent']],
      },
    }),
    react(),
    withoutSvgProperties(),
    precompress(),
  ],
  resolve: {
    alias: {
      '@ungap/structured-clone': replacement('structured-clone.ts'),
      '@codemirror/lang-html': replacement('no-html-language.ts'),
      'style-to-object': replacement('no-inline-style.ts'),
    },
  },
  worker: {
    plugins: () => [
      {
        // The package's build for browsers asks the DOM, which workers do not have.
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
    // The first that know light-dark(), by which a page has its chosen colours before scripts run.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: {
      output: {
        // Few files rather than sixty tiny ones: what every page needs in two, what several screens share in a handful.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/].*js$/,
              tags: ['$initial'],
              priority: 9,
            },
            { name: 'app', tags: ['$initial'], priority: 8 },
            // What lists and documents share; the cards themselves, with their icons, stand on lists only.
            {
              name: 'marks',
              test: /shared[\\/](content[\\/](status-|difficulty-|enums|document-link|document-cache)|categories[\\/]queries|people[\\/]person-link|reactions[\\/]reaction-bar|comments[\\/]use-linked)|lib[\\/](format|pictures|plain-click)|ui[\\/]badge|[\\/]use(Location|SuspenseQuery|InfiniteQuery)\.|infiniteQueryObserver|Icon(Bookmark|ThumbUp|Bulb)\.mjs/,
              priority: 8,
              minShareCount: 2,
            },
            { name: 'cards', test: /shared[\\/](content|categories)[\\/]/, minShareCount: 2, priority: 7 },
            // What reading takes; writing comments is apart.
            {
              name: 'reading',
              test: /shared[\\/](markdown[\\/](?!code-colours|long-|tree-limits|parse-aside)|comments[\\/](?!writing[\\/]))|node_modules[\\/](mdast-|micromark|hast-|property-information)/,
              priority: 6,
            },
          ],
        },
      },
    },
  },
});
