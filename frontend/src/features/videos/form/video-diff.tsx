import type { ReactNode } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { messages } from '../../../messages/common';
import { videoForm as text } from '../../../messages/videos';
import { ItemDiff } from '../../editing/compare/item-diff';
import { formatChapters, toFormValues, type VideoValues } from './video-values';

interface VideoDiffProps {
  theirs: VideoResponse;
  mine: VideoValues;
  beforeLabel: ReactNode;
  afterLabel: string;
}

const toTexts = (values: VideoValues): [string, string][] => [
  [text.sourceType, messages.sourceTypes[values.source_type]],
  [text.url, values.source_url],
  [text.description, values.description],
  [text.chapters, formatChapters(values.chapters)],
  [text.transcript, values.transcript],
];

/** All differences between a saved video and the form. */
export default function VideoDiff({ theirs, mine, ...labels }: VideoDiffProps) {
  const mineTexts = toTexts(mine);
  const texts = toTexts(toFormValues(theirs)).map(([label, before], index) => ({
    label,
    before,
    after: mineTexts[index]?.[1] ?? '',
  }));
  return (
    <ItemDiff before={theirs} after={{ ...mine, category_id: mine.category_id || null }} texts={texts} {...labels} />
  );
}
