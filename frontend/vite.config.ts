import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import {
  defaultAllowedOrigins,
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type Plugin,
} from 'vite';
import { isLanguage, languages, SOURCE_LANGUAGE } from '../shared/src/languages.ts';
import { writeMessages } from '../tools/lib/write-messages.mjs';
import { compressFiles } from './compress-files.mjs';

const EAGER_ROUTES = new Set<string>(['__root__', '/', '/docs/', '/docs/$id/']);

/** What the home page, the document list and the document page share. */
const contentPaths = [
  '/shared/content/',
  '/shared/categories/category-color',
  '/lib/color',
  '/lib/time',
  '/shared/links',
  '/shared/load-more',
  '/shared/src/formats',
  '/lib/images',
  '/icons/IconArrowRight',
  '/icons/IconCheck',
  '/icons/IconCircleCheck',
  '/icons/IconClock',
  '/icons/IconDots.',
  '/icons/IconLink.',
  '/icons/IconNotebook',
  '/icons/IconPlayerPlayFilled',
  '/icons/IconPlus',
  '/icons/IconVideoOff',
  '/icons/IconX',
  '/ui/badge',
  '/ui/isolate',
  '/ui/time',
  '/ui/segmented-control',
  '/ui/visually-hidden',
  '/shared/use-action-mutation',
  '/reactions/reaction-bar',
  '/react-query/',
  '/useLocation',
  '/api/generated/forum/',
  '/forum/linked/discuss-button',
  '/messages/discussions',
  '/icons/IconMessagePlus',
  '/ui/page-heading',
  '/shared/src/limits',
];
/** Parts of the former that the document page does not need. */
const cardPaths = [
  '/shared/content/content-card',
  '/shared/content/content-rows',
  '/shared/content/placeholder',
  '/shared/content/video-cache',
  '/shared/categories/category-icon',
  '/shared/forms/check-length',
];
const listPaths = [
  '/shared/content-list/',
  '/shared/categories/category-tree',
  '/shared/categories/category-filter',
  '/icons/IconFilterOff',
];
/** What all of Mantine's components share. */
const mantinePaths = [
  '/@mantine/core/esm/core/',
  '/hooks/esm/use-id/',
  '/hooks/esm/use-uncontrolled/',
  '/clsx/',
  '/UnstyledButton',
];
const menuPaths = [
  '/ui/menu',
  '/ui/toast',
  '/esm/components/Popover/',
  '/esm/components/Menu/',
  '/esm/components/Transition/',
];
/** On the pages of documents and videos only: their place in a tree, and at their end comments and threads. */
const discussionPaths = [
  '/shared/page-tree/item-pages',
  '/icons/IconListTree',
  '/features/comments/discussion',
  '/features/comments/comment',
  '/features/comments/queries',
  '/features/comments/thread-cache',
  '/forum/linked/linked-threads',
  '/forum/linked/queries',
  '/features/markdown/server-parser',
  '/shared/src/markdown/hast',
];
const adminPaths = ['/features/admin/', '/messages/admin', '/ui/table', '/shared/roles/'];
/** Lists of threads, which the home page has, too. */
const threadListPaths = [
  '/forum/home/',
  '/forum/threads/',
  '/forum/thread-markers',
  '/forum/unread-count',
  '/forum/tag-links',
  '/messages/forum.ts',
  '/messages/forum-unread',
  '/shared/thread-pages',
  '/shared/roles/role-badge',
  '/shared/roles/roles.ts',
  '/api/generated/roles/',
];
/** Only the home page has these. */
const homePaths = [
  '/routes/index.tsx',
  '/routes/-home-sections',
  '/routes/-recent-threads',
  '/features/home/home-',
  '/features/home/hero-search',
  '/messages/home.',
  '/forum/home/recent-threads.',
  '/shared/categories/category-links',
  '/ui/section.',
];
/** What the pages of the forum share. */
const forumPaths = ['/features/forum/', '/messages/forum'];
/** Parts of the former that only pages of threads need. */
const threadPaths = ['/forum/posts/', '/forum/thread/', '/forum/moving/', '/forum/linked/about'];
const forumWritingPaths = [
  '/forum/writing/',
  '/forum/new-thread/',
  '/forum/category/',
  '/forum/forum-category-field',
  '/forum/thread-tags',
  '/forum/posts/post-form',
  '/forum/posts/quick-reply',
  '-dialog',
  '/messages/forum-moving',
  '/messages/forum-similar',
  '/messages/forum-writing',
];

/** Screens of administration, and those that a user sees once or seldom. */
const seldomPaths = [
  '/routes/admin/',
  '/routes/user/',
  '/routes/setup.',
  '/routes/invitation.',
  '/routes/forgot-password.',
  '/routes/reset-password.',
  '/routes/verify-email.',
  '/routes/offline.',
  '/routes/auth/',
  '/routes/categories/',
  '/routes/embed/',
  '/routes/notifications.',
  '/routes/s/',
  '/routes/users/',
];

const toPosix = (path: string) => path.replaceAll('\\', '/');

const texts = join(import.meta.dirname, 'i18n');

/** The language of this build, or of the development server. */
const language = process.env['HUB_LANGUAGE'] || SOURCE_LANGUAGE;
if (!isLanguage(language)) throw new Error(`HUB_LANGUAGE is one of ${languages.join(', ')}, not "${language}".`);
const isTranslated = language !== SOURCE_LANGUAGE;
/** Left to right, or right to left. */
const getDirection = (): string =>
  (new Intl.Locale(language) as Intl.Locale & { getTextInfo: () => { direction: string } }).getTextInfo().direction;

/** The texts of index.html, which the browser's code does not need. */
const readPageTexts = () =>
  JSON.parse(readFileSync(join(texts, language, 'page.json'), 'utf8')) as Record<string, string>;

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Of the translated modules, in place of those that the code imports. */
const messagesFolder = join(import.meta.dirname, 'src/messages');

/** A `test` for chunk groups: matches modules whose path contains any of these parts. */
const isIn = (parts: readonly string[]) => (id: string) => {
  // The modules of all languages are in the same groups.
  const path = toPosix(id).replace(`/messages/${language}/`, '/messages/');
  return parts.some((part) => path.includes(part));
};

const isContent = (id: string) => isIn(contentPaths)(id) && !isIn(cardPaths)(id);
const isForum = (id: string) =>
  isIn(forumPaths)(id) && !isIn([...threadPaths, ...forumWritingPaths, '/forum/community/'])(id);
const isThread = (id: string) => isIn(threadPaths)(id) && !isIn(forumWritingPaths)(id);

/** Leaves out what the Markdown parser does not need: addresses are found, checked and written by our own rules. */
const smallerMarkdown: Plugin = {
  name: 'hub:smaller-markdown',
  load: (id) =>
    /\/node_modules\/(?:linkify-it\/|punycode\.js\/|mdurl\/lib\/(?:parse|format|decode))/.test(toPosix(id))
      ? 'export class LinkifyIt {}\nexport default {};'
      : undefined,
};

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version: pdfjsVersion } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8')) as { version: string };
/** What pdf.js loads for some PDFs, by names that it composes: character maps, fonts, and decoders of images. */
const pdfFiles = [
  /^cmaps\/.*\.bcmap$/,
  /^standard_fonts\/.*\.(?:pfb|ttf)$/,
  /^wasm\/(?:jbig2|openjpeg)_nowasm_fallback\.js$/,
];

/** The files keep their names, so the version of their library is that of their folder. */
function pdfData(isSsrBuild: boolean): Plugin {
  const folder = `assets/pdf-${pdfjsVersion}/`;
  let base = `/@fs${toPosix(pdfjs)}/`;
  return {
    name: 'hub:pdf-data',
    configResolved: ({ command }) => {
      if (command === 'build') base = `/${folder}`;
    },
    load: (id) =>
      toPosix(id).endsWith('/markdown/files/pdf-data.ts') ? `export const PDF_DATA = '${base}';` : undefined,
    generateBundle() {
      if (isSsrBuild) return;
      for (const name of readdirSync(pdfjs, { recursive: true, encoding: 'utf8' }).map(toPosix)) {
        if (!pdfFiles.some((pattern) => pattern.test(name))) continue;
        this.emitFile({ type: 'asset', fileName: folder + name, source: readFileSync(join(pdfjs, name)) });
      }
    },
  };
}

export default defineConfig(({ isSsrBuild = false }) => ({
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
    {
      // A build has the texts of one language.
      name: 'hub:language',
      enforce: 'pre',
      resolveId: (id, importer) => {
        if (!isTranslated || !importer || !/\/messages\/[\w-]+$/.test(id)) return null;
        const module = resolve(dirname(importer), id);
        return dirname(module) === messagesFolder ? join(messagesFolder, language, `${basename(module)}.ts`) : null;
      },
      load: (id) =>
        toPosix(id).endsWith('/src/lib/language.ts') ? `export const language = '${language}';` : undefined,
      transformIndexHtml: (html) =>
        html
          .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${getDirection()}">`)
          .replace(/%(\w+)%/g, (_given, name: string) => escapeAttribute(readPageTexts()[`page.${name}`] ?? '')),
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
      // Leaves what only the server does out of the files for browsers.
      name: 'hub:server-or-browser',
      load: (id) =>
        toPosix(id).endsWith('/src/lib/is-server.ts') ? `export const isServer = ${isSsrBuild};` : undefined,
    },
    smallerMarkdown,
    pdfData(isSsrBuild),
    !isSsrBuild && {
      // Pages know the names of characters. Workers have no elements to ask.
      name: 'hub:entities-of-the-page',
      enforce: 'pre',
      resolveId: (id, importer = '') =>
        id === 'entities' && importer.includes('markdown-it')
          ? join(import.meta.dirname, 'src/features/markdown/decode-entities.ts')
          : undefined,
    },
    !isSsrBuild && compressFiles(),
  ],
  // The shared package is bundled from its sources.
  ...(!isSsrBuild && { resolve: { conditions: ['hub-source', ...defaultClientConditions] } }),
  // The thread that renders pages loads one bundle with all packages, because the server has none of them.
  ssr: { noExternal: true, resolve: { conditions: ['hub-source', ...defaultServerConditions] } },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  worker: { plugins: () => [smallerMarkdown] },
  // The frame that draws diagrams has no origin.
  server: {
    port: 5173,
    strictPort: true,
    cors: { origin: [defaultAllowedOrigins, 'null'] },
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
  },
  build: {
    target: 'es2022',
    outDir: `dist/${language}${isSsrBuild ? '/server' : ''}`,
    // The first browsers with light-dark(), which gives a page its chosen colors before scripts run.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // Every page knows the names of all files it may load, but for the scripts of screens that are seldom opened.
      resolveDependencies: (file, needed) =>
        file.includes('/seldom-') ? needed.filter((path) => path.endsWith('.css')) : needed,
    },
    sourcemap: !isSsrBuild,
    minify: true,
    // The server finds in it which files a rendered page needs.
    manifest: !isSsrBuild,
    // The code editor, which loads with the forms that need it, is the largest.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The names of all files are part of every first load, so they are short.
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${isIn(seldomPaths)(facadeModuleId ?? '') ? 'seldom-' : ''}[name]-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Automatic splitting alone would make a document page load 76 files; these groups make it 5.
        codeSplitting: isSsrBuild || {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: 'content', test: isContent, minShareCount: 2, priority: 1 },
            { name: 'cards', test: isIn(cardPaths), minShareCount: 2 },
            { name: 'threads', test: isIn(threadListPaths), minShareCount: 2 },
            { name: 'mantine', test: isIn(mantinePaths), minShareCount: 2, priority: 1 },
            { name: 'lists', test: isIn(listPaths), minShareCount: 2 },
            { name: 'home', test: isIn(homePaths), minSize: 0 },
            { name: 'menus', test: isIn(menuPaths), minShareCount: 2 },
            { name: 'admin', test: isIn(adminPaths), minShareCount: 2 },
            { name: 'discussions', test: isIn(discussionPaths) },
            { name: 'forum', test: isForum, minShareCount: 2 },
            { name: 'thread', test: isThread, minShareCount: 2 },
            // One file instead of many names.
            { name: 'icons', test: isIn(['/icons/Icon']), minShareCount: 2 },
          ],
        },
      },
    },
  },
}));
