import { isolateHistory } from '@codemirror/commands';
import { type Extension, Facet, type StateCommand, StateEffect, StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { completeWebAddress } from '../../../lib/web-address';
import { insertBlock, insertText } from '../commands';
import { isInside } from '../completion/trigger';
import { getFiles, isTextImage } from '../file-insertion';
import type { FileUploads } from '../file-uploads';
import { createTable } from '../tables/table-edits';
import type { ConvertedHtml } from './html-to-markdown';

/** Whether pasted pages become Markdown. Otherwise their plain text is pasted. */
export const convertsPastedHtml = Facet.define<boolean, boolean>({ combine: (values) => values.some(Boolean) });

const CODE: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'InlineCode']);
const NO_LINK: ReadonlySet<string> = new Set([...CODE, 'Link', 'Image', 'URL', 'Autolink', 'HTMLTag', 'HTMLBlock']);
const ADDRESS = /^(?:https?:\/\/|www\.|mailto:)\S+$/i;
const LOADING_MS = 5000;

interface Place {
  from: number;
  to: number;
}

const startPaste = StateEffect.define<{ paste: symbol } & Place>();
const endPaste = StateEffect.define<symbol>();

/** Where pages are pasted whose conversion is being loaded. */
const pendingPastes = StateField.define<ReadonlyMap<symbol, Place>>({
  create: () => new Map<symbol, Place>(),
  update(places, { changes, docChanged, effects }) {
    if (!docChanged && effects.length === 0) return places;
    const next = new Map(
      // What is typed meanwhile, before or behind the place, stays.
      [...places].map(([paste, place]) => {
        const from = changes.mapPos(place.from, 1);
        return [paste, { from, to: Math.max(from, changes.mapPos(place.to, -1)) }];
      }),
    );
    for (const effect of effects) {
      if (effect.is(startPaste)) next.set(effect.value.paste, effect.value);
      if (effect.is(endPaste)) next.delete(effect.value);
    }
    return next;
  },
});

/** Inserts at the place of a paste as if it were selected; the cursor follows unless the user has moved it. */
function finishPaste(view: EditorView, paste: symbol, command: StateCommand): void {
  const place = view.state.field(pendingPastes).get(paste);
  if (!place) return;
  const { main } = view.state.selection;
  const isThere = main.from === place.from && main.to === place.to;
  const selected = view.state.update({ selection: { anchor: place.from, head: place.to } }).state;
  command({
    state: selected,
    dispatch: ({ changes, newSelection }) => {
      view.dispatch({
        changes,
        selection: isThere ? newSelection : view.state.selection.map(changes, 1),
        effects: endPaste.of(paste),
        annotations: isolateHistory.of('full'),
        scrollIntoView: isThere,
        userEvent: 'input.paste',
      });
    },
  });
}

async function convert(html: string, content: string, files: readonly File[]): Promise<ConvertedHtml | undefined> {
  const isLate = new Promise<undefined>((resolve) => {
    setTimeout(resolve, LOADING_MS);
  });
  const module = await Promise.race([import('./html-to-markdown').catch(() => undefined), isLate]);
  return module?.convertHtml(html, content, files);
}

/** Nothing is lost: what cannot be converted is pasted as plain text. */
async function pasteHtml(view: EditorView, uploads: FileUploads, html: string, plain: string, files: File[]) {
  const paste = Symbol('paste');
  const { from, to } = view.state.selection.main;
  view.dispatch({ effects: startPaste.of({ paste, from, to }) });
  const converted = await convert(html, view.state.doc.toString(), files);
  if (!converted || converted.markdown === '') return finishPaste(view, paste, insertText(plain));
  const { markdown, isInline, images } = converted;
  finishPaste(view, paste, isInline ? insertText(markdown) : insertBlock(markdown, [markdown.length, markdown.length]));
  for (const [placeholder, file] of images) void uploads.upload(view, file, placeholder);
}

/** The cells of a spreadsheet; undefined for other texts. */
export function parseTabSeparated(text: string): string[][] | undefined {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  const columns = rows[0]?.length ?? 0;
  return rows.length > 1 && columns > 1 && rows.every((row) => row.length === columns) ? rows : undefined;
}

const escapeCell = (text: string): string => text.replace(/[\\`*[\]<]/g, String.raw`\$&`);

/** Links the selected words to a pasted address. */
function linkSelection(view: EditorView, address: string): boolean {
  const { from: start, to: end } = view.state.selection.main;
  const selected = view.state.sliceDoc(start, end);
  const words = selected.trim();
  // Spaces at the edges of the selection stay outside of the link.
  const from = start + selected.length - selected.trimStart().length;
  const to = from + words.length;
  if (words === '' || words.includes('\n') || ADDRESS.test(words) || isInside(view.state, to, NO_LINK)) return false;
  const target = completeWebAddress(address).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
  view.dispatch({
    changes: { from, to, insert: `[${words}](${target})` },
    selection: { anchor: from + words.length + target.length + 4 },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
  return true;
}

/** Code editors add colors to their code, and this editor's texts are Markdown already. */
const isPlainOnly = (data: DataTransfer): boolean => data.types.includes('vscode-editor-data');

/**
 * Pasted pages become Markdown, with their images uploaded; cells become a table, and an address links the selection.
 * Mod-Shift-V pastes plain text, because browsers then offer nothing else.
 */
export const pasteHandlers = (uploads: FileUploads): Extension => [
  pendingPastes,
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const data = event.clipboardData;
      const plain = data?.getData('text/plain') ?? '';
      if (!data || plain === '' || isInside(view.state, view.state.selection.main.from, CODE)) return false;
      if (ADDRESS.test(plain.trim()) && linkSelection(view, plain.trim())) return true;
      if (!view.state.facet(convertsPastedHtml) || isPlainOnly(data)) return false;
      const html = data.getData('text/html');
      if (html !== '') {
        void pasteHtml(view, uploads, html, plain, uploads.isAllowed ? getFiles(data).filter(isTextImage) : []);
        return true;
      }
      const rows = parseTabSeparated(plain);
      if (!rows) return false;
      const table = createTable(rows.map((row) => row.map(escapeCell)));
      return insertBlock(table, [table.length, table.length])(view);
    },
  }),
];
