import { type CompletionResult, type CompletionSource, CompletionContext } from '@codemirror/autocomplete';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import { afterEach, expect, test } from '@jest/globals';
import { editorCompletion as text } from '../../../messages/editor-completion';
import { FileUploads } from '../file-uploads';
import { addRecentPage, clearRecentPages, keepRecentPagesOf } from '../../../lib/recent-pages';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { codeLanguages } from './code-languages';
import { createEmojiIndex, findEmoji } from './emoji-names';
import { mentions } from './mentions';
import { pageLinks } from './page-links';
import { slashItems } from './slash-items';
import { slashMenu } from './slash-menu';
import { dismiss, dismissedEnd, findTrigger, runInstead } from './trigger';

const createState = (marked: string) => {
  const position = marked.indexOf('¦');
  return EditorState.create({
    doc: marked.replace('¦', ''),
    selection: { anchor: position },
    extensions: [markdown({ base: markdownLanguage }), dismissedEnd],
  });
};

/** @param marked a text with ¦ in place of the cursor */
async function complete(source: CompletionSource, marked: string, { explicit = false } = {}): Promise<string[]> {
  const state = createState(marked);
  const context = new CompletionContext(state, state.selection.main.head, explicit);
  const result: CompletionResult | null = await source(context);
  return result?.options.map(({ label }) => label) ?? [];
}

const uploads = new FileUploads(() => undefined);
const ofDocuments = slashMenu(uploads, true);
const ofPosts = slashMenu(uploads, false);
const ofSignatures = slashMenu(new FileUploads(() => undefined, { isAllowed: false }), false);

test.each<[string, string[]]>([
  ['/tabl¦', [text.items.table.name]],
  ['Words /tabelle¦', [text.items.table.name]],
  ['- /code bl¦', [text.items.codeBlock.name]],
  ['> /todo¦', [text.items.taskList.name]],
  ['/überschrift¦', [text.items.heading2.name, text.items.heading3.name, text.items.heading4.name]],
])('%j opens the menu of what can be inserted', async (typed, expected) => {
  expect(await complete(ofDocuments, typed)).toEqual(expected);
});

test('the menu has everything, and in posts and tables what they can have', async () => {
  expect(await complete(ofDocuments, '/¦')).toEqual(slashItems.map(({ name }) => text.items[name].name));
  expect(await complete(ofPosts, '/heading¦')).toEqual([]);
  expect(await complete(ofPosts, '/task¦')).toEqual([text.items.taskList.name]);
  expect(await complete(ofPosts, '/image¦')).toEqual([text.items.image.name]);
  expect(await complete(ofSignatures, '/image¦')).toEqual([]);
  expect(await complete(ofDocuments, '| a |\n| - |\n| /table¦')).toEqual([]);
  expect(await complete(ofDocuments, '| a |\n| - |\n| /bold¦')).toEqual([text.items.bold.name]);
});

test.each([
  'and/table¦',
  'https://example.org/table¦',
  '</table¦',
  '`/table¦`',
  '```\n/table¦\n```',
  '/usr/table¦',
  '[a](/table¦)',
])('%j does not open the menu', async (typed) => {
  expect(await complete(ofDocuments, typed)).toEqual([]);
});

test('suggestions that were dismissed stay away until something else is typed', () => {
  let state = createState('/ta¦');
  const find = () => findTrigger(new CompletionContext(state, state.selection.main.head, false), /(?<!\S)\/(\S*)$/);
  const type = (insert: string) => {
    state = state.update(state.replaceSelection(insert)).state;
  };
  expect(find()).toEqual({ from: 0, query: 'ta' });
  state = state.update({ effects: dismiss.of(3) }).state;
  type('b');
  expect(find()).toBeUndefined();
  type(' /b');
  expect(find()).toEqual({ from: 5, query: 'b' });
});

/** Chooses an item of the menu behind what is typed, and returns the text with its selection in brackets. */
function choose(name: keyof typeof text.items, typed: string): string {
  let state = createState(typed);
  const command = slashItems.find((item) => item.name === name)?.command;
  const view = {
    get state() {
      return state;
    },
    dispatch: (spec: Transaction) => {
      state = state.update(spec).state;
    },
  };
  const { head } = state.selection.main;
  runInstead(command as StateCommand, view as never, typed.lastIndexOf('/', head), head);
  const { from, to } = state.selection.main;
  const doc = state.doc.toString();
  return `${doc.slice(0, from)}«${doc.slice(from, to)}»${doc.slice(to)}`;
}

test.each<[keyof typeof text.items, string, string]>([
  ['heading2', '/h¦', '## «»'],
  ['heading3', 'Title /h¦', '### Title «»'],
  ['bold', 'a /b¦ c', 'a **«»** c'],
  ['list', '/l¦', '- «»'],
  ['quote', 'Words\n/q¦', 'Words\n> «»'],
  ['note', 'Words /n¦', 'Words \n\n> [!NOTE]\n> «»'],
  ['note', '- /n¦', '- > [!NOTE]\n  > «»'],
  ['codeBlock', '> /c¦', '> ```\n> «»\n> ```'],
  ['rule', 'a\n\n/r¦', 'a\n\n---\n\n«»'],
  ['details', '/d¦', '<details>\n<summary>«Title»</summary>\n\n\n\n</details>'],
  ['footnote', 'Words/f¦ end\n\n[^1]: One\n', 'Words[^2] end\n\n[^1]: One\n[^2]: «»'],
  ['footnote', 'Words /f¦', 'Words [^1]\n\n[^1]: «»'],
  ['page', 'See /p¦', 'See [[«»'],
])('%s after %j makes %j', (name, typed, expected) => {
  expect(choose(name, typed)).toBe(expected);
});

const SUGGESTIONS = 'GET /search/suggestions';
const suggestion = (type: string, title: string, handle: string | null = null) => ({
  type,
  id: `${type}-id`,
  title,
  url: `/any/${title}`,
  handle,
});

test.each<[string, string | undefined]>([
  ['@a¦', 'a'],
  ['Thank you, @Jör¦', 'Jör'],
  ['(@ada-l¦', 'ada-l'],
  ['first\n@b¦', 'b'],
  ['@ada and @b¦', 'b'],
  ...['@¦', '@-¦', 'mail@example¦', 'a.@b¦', '@@a¦', '@ada l¦', '@ada, ¦', 'https://x.org/@ada¦', '`@ada¦`'].map(
    (typed): [string, undefined] => [typed, undefined],
  ),
])('%j asks for users named %s', async (typed, query) => {
  const api = stubApi({ [SUGGESTIONS]: ok([suggestion('user', 'Ada Author', 'ada'), suggestion('user', 'Deleted')]) });
  expect(await complete(mentions, typed)).toEqual(query === undefined ? [] : ['Ada Author']);
  expect(api.sent(SUGGESTIONS).map((request) => request.query.get('q'))).toEqual(query === undefined ? [] : [query]);
});

test.each<[string, string | undefined]>([
  ['See [[¦', ''],
  ['See [[Getting st¦', 'Getting st'],
  ['[[a¦]]', 'a'],
  ['See #¦', ''],
  ['(#back up¦', 'back up'],
  ['#back¦', 'back'],
  ...['#¦', '# ¦', '# Title¦', '## T¦', 'see #12¦', 'C#¦', '/docs#part¦', '`[[a¦`', '[[a]] b¦'].map(
    (typed): [string, undefined] => [typed, undefined],
  ),
])('%j asks for pages with the title %j', async (typed, query) => {
  const pages = [suggestion('document', 'Backups'), suggestion('thread', 'Why?'), suggestion('user', 'Ada', 'ada')];
  const api = stubApi({ [SUGGESTIONS]: ok(pages) });
  expect(await complete(pageLinks, typed)).toEqual(query === undefined ? [] : ['Backups', 'Why?']);
  expect(api.sent(SUGGESTIONS).map((request) => request.query.get('q'))).toEqual(query === undefined ? [] : [query]);
});

const LINKS = 'GET /links';
const link = (type: string, address: string, title: string) => ({ type, id: `${type}-${title}`, title, address });
afterEach(clearRecentPages);

test.each(['[[¦', 'See #¦'])(
  '%j lists the pages first that the user opened, with the titles of today',
  async (typed) => {
    for (const path of [
      '/docs/gone',
      '/docs/backups',
      '/docs/document-Backups',
      '/community/thread/old',
      '/videos/clip',
    ])
      addRecentPage(path, 'ada');
    addRecentPage('/community/thread/old', 'ada');
    const api = stubApi({
      [SUGGESTIONS]: ok([
        suggestion('document', 'New'),
        { ...suggestion('document', 'Backups'), id: 'document-Backups' },
      ]),
      [LINKS]: ok({
        links: [
          link('document', '/docs/backups', 'Backups'),
          link('document', '/docs/document-Backups', 'Backups'),
          link('video', '/videos/clip', 'Clip'),
          link('thread', '/community/thread/old', 'Renamed'),
        ],
      }),
    });
    expect(await complete(pageLinks, typed)).toEqual(['Renamed', 'Clip', 'Backups', 'New']);
    expect(await complete(pageLinks, '[[New¦')).toEqual(['New', 'Backups']);
    expect(api.sent(LINKS)).toHaveLength(1);
    api.on(LINKS, problem(500));
    expect(await complete(pageLinks, typed)).toEqual(['New', 'Backups']);
  },
);

test('pages that another user of the browser opened are not listed', async () => {
  addRecentPage('/docs/secret', 'ada');
  keepRecentPagesOf('bob');
  stubApi({ [SUGGESTIONS]: ok([suggestion('document', 'New')]) });
  expect(await complete(pageLinks, '[[¦')).toEqual(['New']);
});

test('a server that refuses does not interrupt typing', async () => {
  stubApi({ [SUGGESTIONS]: problem(500) });
  expect(await complete(mentions, '@ada¦')).toEqual([]);
  expect(await complete(pageLinks, '[[¦')).toEqual([]);
});

test('languages are suggested behind the marks that begin a block of code', async () => {
  expect(await complete(codeLanguages, '```ty¦\n```')).toEqual(['TypeScript, ts']);
  expect(await complete(codeLanguages, '```¦\n```')).toEqual([]);
  expect(await complete(codeLanguages, '```¦\n```', { explicit: true })).toContain(text.plainCode);
  expect(await complete(codeLanguages, '```\nx\n```¦', { explicit: true })).toEqual([]);
});

const create = (unicode: string, label: string, tags: string[]) => ({ unicode, label, tags, group: 1, hexcode: '' });

test('emoji are found by their names in both languages, the recent ones first', () => {
  const index = createEmojiIndex(
    [create('🎉', 'Konfettibombe', ['Feier']), create('🚀', 'Rakete', ['Start', 'Weltall']), create('⭐', 'Stern', [])],
    [create('🎉', 'party popper', ['tada']), create('🚀', 'rocket', ['space']), create('⭐', 'star', [])],
  );
  const find = (query: string, recent: string[] = []) => findEmoji(index, query, recent).map((each) => each.character);
  expect(find('RAKETE')).toEqual(['🚀']);
  expect(find('rock')).toEqual(['🚀']);
  expect(find('party_p')).toEqual(['🎉']);
  expect(find('sta')).toEqual(['⭐', '🚀']);
  expect(find('sta', ['🚀'])).toEqual(['🚀', '⭐']);
  expect(find('', ['⭐', '🎉'])).toEqual(['⭐', '🎉']);
  expect(find('zzz')).toEqual([]);
});
