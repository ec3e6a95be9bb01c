import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ContentSummaryResponse } from '../../api/generated/model/contentSummaryResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import type { VideoSummaryResponse } from '../../api/generated/model/videoSummaryResponse';

/** The items of the list of a single kind. */
export type ListedContent = DocumentSummaryResponse | VideoSummaryResponse;

/** Lists of a single kind have no `type`. */
export type CardContent = ListedContent | ContentSummaryResponse;

export function getContentKind(content: CardContent): ContentKind {
  if ('type' in content) return content.type;
  return 'source_type' in content ? 'video' : 'document';
}

/** The facts that only videos have; undefined for documents. */
export function getVideoFacts(content: CardContent) {
  if (!('source_type' in content) || content.source_type === null) return undefined;
  const { duration_sec, source_type, chapter_count } = content;
  return { duration: duration_sec, sourceType: source_type, chapterCount: chapter_count ?? 0 };
}
