import { type EditorState, StateField, type Text, type Transaction } from '@codemirror/state';
import { type ContainerRange, findContainerRanges } from '@hub/shared/markdown/callouts';

const DEFINITION = /^[ >]{0,8}\[([^\]\n]+)\]:/gm;
/** Lines without these change no outline. */
const SIGNIFICANT = /:::|```|~~~|<\/?(?:details|summary)|\]:/i;

const normalizeLabel = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/** What concerns a text as a whole. */
interface Outline {
  /** of links whose address is defined elsewhere in the text */
  labels: ReadonlySet<string>;
  containers: readonly ContainerRange[];
}

function createOutline(doc: Text): Outline {
  const text = doc.toString();
  const labels = new Set([...text.matchAll(DEFINITION)].map(([, label = '']) => normalizeLabel(label)));
  return { labels, containers: findContainerRanges(text) };
}

const getLines = (doc: Text, from: number, to: number): string =>
  doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to);

/** Whether the outline stays as it is, as with most keys: reading the whole text takes long. */
function isKept({ changes, startState, state }: Transaction): boolean {
  if (startState.doc.lines !== state.doc.lines) return false;
  let isSignificant = false;
  changes.iterChangedRanges((fromBefore, toBefore, from, to) => {
    isSignificant ||=
      SIGNIFICANT.test(getLines(startState.doc, fromBefore, toBefore)) ||
      SIGNIFICANT.test(getLines(state.doc, from, to));
  });
  return !isSignificant;
}

export const outline = StateField.define<Outline>({
  create: ({ doc }) => createOutline(doc),
  update: (value, transaction) =>
    !transaction.docChanged || isKept(transaction) ? value : createOutline(transaction.state.doc),
});

/** Whether the text defines an address for the label of a link. */
export const isDefinedLabel = (state: EditorState, label: string): boolean =>
  state.field(outline).labels.has(normalizeLabel(label));

/** The containers and details of the text. */
export const getContainers = (state: EditorState): readonly ContainerRange[] => state.field(outline).containers;
