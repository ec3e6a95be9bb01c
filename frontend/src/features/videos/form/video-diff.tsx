import type { ReactNode } from 'react';
import { messages } from '../../../messages/common';
import { videoForm as text } from '../../../messages/videos';
import { type ItemDecisions, ItemDiff } from '../../editing/compare/item-diff';
import { formatChapters, type VideoValues } from './video-values';

interface VideoDiffProps {
  before: VideoValues;
  after: VideoValues;
  beforeLabel: ReactNode;
  afterLabel: string;
  decisions?: ItemDecisions | undefined;
}

const toTexts = (values: VideoValues): [name: keyof VideoValues & string, label: string, value: string][] => [
  ['source_type', text.sourceType, messages.sourceTypes[values.source_type]],
  ['source_url', text.url, values.source_url],
  ['description', text.description, values.description],
  ['chapters', text.chapters, formatChapters(values.chapters)],
  ['transcript', text.transcript, values.transcript],
];

const LONG_TEXTS: ReadonlySet<string> = new Set(['description', 'transcript']);

/** All differences between two states of a video. */
export default function VideoDiff({ before, after, ...rest }: VideoDiffProps) {
  const afterTexts = toTexts(after);
  const fields = toTexts(before).map(([name, label, value], index) => ({
    name,
    label,
    before: value,
    after: afterTexts[index]?.[2] ?? '',
    isText: LONG_TEXTS.has(name),
  }));
  return <ItemDiff before={before} after={after} fields={fields} {...rest} />;
}
