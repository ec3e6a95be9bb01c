import { useQuery } from '@tanstack/react-query';
import { getDocumentDraft, getGetDocumentDraftQueryKey } from '../../../api/generated/documents/documents';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { getAbsoluteApiUrl } from '../../../api/client';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { documentQuery } from '../../../shared/content/document-cache';
import { getNoteText } from '../../../shared/content/note-text';
import { videoQuery } from '../../../shared/content/video-cache';
import { LoadError } from '../../../shared/errors/load-error';
import { LazyDocumentDiff } from '../../editing/last-review';
import { DocumentChanges } from './document-changes';
import { PreviewSkeleton, TextBox } from './text-box';
import { insertElements } from '../../../ui/isolate';
import classes from './moderation.module.css';

function DocumentPreview({ item }: { item: ModerationItemResponse }) {
  const { data, error, refetch } = useQuery(documentQuery(item.id));
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <PreviewSkeleton />;
  // The history is for reviewers.
  if (item.reason === 'review' && item.abilities.decide) return <DocumentChanges document={data} />;
  return <TextBox content={data.content} />;
}

function RevisionPreview({ item }: { item: ModerationItemResponse }) {
  const live = useQuery(documentQuery(item.id));
  const draft = useQuery({
    // The revision changes when the pending edit is replaced.
    queryKey: [...getGetDocumentDraftQueryKey(item.id), item.revision_id],
    queryFn: ({ signal }) => getDocumentDraft(item.id, { signal }),
    enabled: item.abilities.decide,
  });
  if (!item.abilities.decide) return null;
  const failed = [live, draft].find(({ error }) => error);
  if (failed) {
    const retry = () => {
      void live.refetch();
      void draft.refetch();
    };
    return <LoadError error={failed.error} onRetry={retry} />;
  }
  if (!live.data || !draft.data) return <PreviewSkeleton />;
  return (
    <>
      {draft.data.note && (
        <section className={classes.section}>
          <h3 className={classes.sectionTitle}>{text.editNote}</h3>
          <p dir="auto" className={classes.note}>
            {getNoteText(draft.data.note)}
          </p>
        </section>
      )}
      <section className={classes.section}>
        <h3 className={classes.sectionTitle}>{text.difference}</h3>
        <LazyDocumentDiff
          before={live.data}
          after={draft.data}
          beforeLabel={text.published}
          afterLabel={text.suggested}
        />
      </section>
    </>
  );
}

function VideoPreview({ item }: { item: ModerationItemResponse }) {
  const { data, error, refetch } = useQuery(videoQuery(item.id));
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <PreviewSkeleton />;
  return (
    <>
      <section className={classes.section}>
        <h3 className={classes.sectionTitle}>{text.content.video}</h3>
        {data.file_url ? (
          // Captions belong to the video's own screen.
          <video
            controls
            preload="metadata"
            src={getAbsoluteApiUrl(data.file_url)}
            poster={data.thumbnail ?? undefined}
            className={classes.video}
          />
        ) : (
          <p className={classes.muted}>{text.noPreview}</p>
        )}
        {data.source_url && (
          <p className={classes.source}>
            {insertElements(
              text.source,
              <a href={data.source_url} target="_blank" rel="noreferrer noopener">
                {data.source_url}
              </a>,
            )}
          </p>
        )}
      </section>
      <TextBox content={data.description} />
    </>
  );
}

/** What the moderator decides on. */
export function ItemPreview({ item }: { item: ModerationItemResponse }) {
  if (item.content !== null) {
    return (
      <>
        <TextBox content={item.content} title={text.content[item.type]} isComment />
        {item.is_content_cut && <p className={classes.muted}>{text.isCut}</p>}
      </>
    );
  }
  if (item.type === 'video') return <VideoPreview item={item} />;
  return item.reason === 'revision' ? <RevisionPreview item={item} /> : <DocumentPreview item={item} />;
}
