import type { Text } from '@codemirror/state';
import { type ContainerRange, findContainerRanges } from '@hub/shared/markdown/callouts';

const DEFINITION = /^[ >]{0,8}\[([^\]\n]+)\]:/gm;

const normalizeLabel = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

interface Outline {
  labels: ReadonlySet<string>;
  containers: readonly ContainerRange[];
}

const outlines = new WeakMap<Text, Outline>();

/** What concerns a text as a whole. */
function getOutline(doc: Text): Outline {
  const known = outlines.get(doc);
  if (known) return known;
  const text = doc.toString();
  const labels = new Set([...text.matchAll(DEFINITION)].map(([, label = '']) => normalizeLabel(label)));
  const outline = { labels, containers: findContainerRanges(text) };
  outlines.set(doc, outline);
  return outline;
}

/** Whether the text defines an address for the label of a link. */
export const isDefinedLabel = (doc: Text, label: string): boolean => getOutline(doc).labels.has(normalizeLabel(label));

/** The containers and details of the text. */
export const getContainers = (doc: Text): readonly ContainerRange[] => getOutline(doc).containers;
