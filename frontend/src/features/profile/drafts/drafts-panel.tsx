import { Checkbox } from '@mantine/core';
import { IconNotebook, IconTrash } from '@tabler/icons-react';
import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { requestPage } from '../../../api/client';
import { deleteDocument } from '../../../api/generated/documents-writing/documents-writing';
import type { ContentKind } from '../../../api/generated/model/contentKind';
import { getListDocumentsUrl } from '../../../api/generated/reading/reading';
import { submitDrafts } from '../../../api/generated/submissions/submissions';
import { getListVideosUrl } from '../../../api/generated/videos/videos';
import { deleteVideo } from '../../../api/generated/videos-writing/videos-writing';
import { getErrorText } from '../../../api/problem';
import { formatDate } from '@hub/shared/formats';
import { BULK_ITEMS_MAX } from '@hub/shared/limits';
import { profile } from '../../../messages/profile';
import { videoActions } from '../../../messages/videos';
import { writing } from '../../../messages/writing';
import { getContentKind, type ListedContent } from '../../../shared/content/content-kind';
import { DOCUMENTS_KEY, refreshDocumentLists } from '../../../shared/content/document-cache';
import { refreshVideoLists, VIDEOS_KEY } from '../../../shared/content/video-cache';
import { cursorPaging, getUniqueItems } from '../../../shared/cursor-pages';
import { LoadError } from '../../../shared/errors/load-error';
import { ContentLink } from '../../../shared/links';
import { LoadMore } from '../../../shared/load-more';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button, ButtonLink, IconButton } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { useDeleteItem } from '../../editing/use-delete-item';
import classes from './drafts.module.css';

const text = profile.drafts;
const PAGE_SIZE = 50;

const kinds = {
  document: { key: DOCUMENTS_KEY, getListUrl: getListDocumentsUrl, texts: writing.actions, remove: deleteDocument },
  video: { key: VIDEOS_KEY, getListUrl: getListVideosUrl, texts: videoActions, remove: deleteVideo },
} as const;

function draftsQuery(kind: ContentKind, userId: string) {
  const params = { author_id: userId, status: 'DRAFT' } as const;
  const { key, getListUrl } = kinds[kind];
  return infiniteQueryOptions({
    queryKey: [...key, 'pages', params] as QueryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      requestPage<ListedContent>(getListUrl({ ...params, cursor, limit: PAGE_SIZE }), { signal }),
    ...cursorPaging,
  });
}

async function refreshDrafts(queryClient: QueryClient): Promise<void> {
  await Promise.all([refreshDocumentLists(queryClient), refreshVideoLists(queryClient)]);
}

const getSavedAt = ({ updated_at, created_at }: ListedContent): string => updated_at ?? created_at;

/** The drafts of both kinds, the last saved first. */
function useDrafts(userId: string) {
  const queries = [
    useInfiniteQuery(draftsQuery('document', userId)),
    useInfiniteQuery(draftsQuery('video', userId)),
  ] as const;
  const drafts = queries
    .flatMap(({ data }) => getUniqueItems(data?.pages.map((page) => page.items) ?? [], ({ id }) => id))
    .toSorted((a, b) => getSavedAt(b).localeCompare(getSavedAt(a)));
  return {
    drafts,
    queries,
    isLoaded: queries.every(({ data }) => data),
    failed: queries.find(({ data, error }) => !data && error),
  };
}

/** Submits the drafts in one request, and names those that could not be submitted. */
function useSubmitDrafts(drafts: readonly ListedContent[], onDone: (submittedIds: ReadonlySet<string>) => void) {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: (ids: string[]) => submitDrafts({ ids }),
    onSuccess: ({ message, results }) => {
      const failed = results.filter(({ changed }) => !changed);
      onDone(new Set(results.filter(({ changed }) => changed).map(({ id }) => id)));
      if (failed.length === 0) {
        toast(message);
        return;
      }
      const reasons = failed.map(({ id, detail }) =>
        text.failedDraft({ title: drafts.find((draft) => draft.id === id)?.title ?? id, reason: detail ?? '' }),
      );
      // Not awaited: the button must not show a spinner behind the dialog.
      void alert({ title: text.failedTitle, text: [message, ...reasons].join('\n') });
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshDrafts(queryClient),
  });
}

interface DraftProps {
  draft: ListedContent;
  isSelected: boolean;
  onToggle: () => void;
}

function Draft({ draft, isSelected, onToggle }: DraftProps) {
  const queryClient = useQueryClient();
  const kind = getContentKind(draft);
  const { texts, remove } = kinds[kind];
  const deletion = useDeleteItem({
    item: { type: kind, id: draft.id },
    title: draft.title,
    texts,
    send: (children) => remove(draft.id, children && { children }),
    onDeleted: async () => {
      await refreshDrafts(queryClient);
      // The button that had the focus is gone.
      document.querySelector<HTMLElement>('h1')?.focus();
    },
  });
  const date = getSavedAt(draft);
  return (
    <li className={classes.draft}>
      {deletion.dialog}
      <Checkbox aria-label={text.select(draft.title)} checked={isSelected} onChange={onToggle} />
      <span className={classes.text}>
        <ContentLink content={draft} className={classes.title} />
        <time dateTime={date} className={classes.date}>
          {text.saved(formatDate(date))}
        </time>
      </span>
      <IconButton
        aria-label={text.deleteNamed(draft.title)}
        disabled={deletion.isDeleting}
        onClick={() => void deletion.remove()}
      >
        <IconTrash size={16} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** The user's own drafts, several of which are submitted for review at once. */
export function DraftsPanel({ userId }: { userId: string }) {
  const { drafts, queries, isLoaded, failed } = useDrafts(userId);
  const bar = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = drafts.map(({ id }) => id).filter((id) => selected.has(id));
  const submission = useSubmitDrafts(drafts, (submittedIds) => {
    setSelected((current) => new Set([...current].filter((id) => !submittedIds.has(id))));
    bar.current?.querySelector('input')?.focus();
  });
  if (!isLoaded) {
    return failed ? (
      <LoadError error={failed.error} title={text.loadFailed} onRetry={() => void failed.refetch()} />
    ) : (
      <ListSkeleton rows={3} rowHeight="2.75rem" />
    );
  }
  if (drafts.length === 0) {
    return (
      <StateView icon={<IconNotebook size={24} />} title={text.empty} text={text.emptyText}>
        <ButtonLink to="/docs/create">{text.create}</ButtonLink>
      </StateView>
    );
  }
  const isAll = ids.length === drafts.length;
  const toggle = (id: string) => {
    setSelected(new Set(selected.has(id) ? ids.filter((other) => other !== id) : [...ids, id]));
  };
  return (
    <>
      <div ref={bar} className={classes.bar}>
        <Checkbox
          label={ids.length === 0 ? text.selectAll : text.selected(ids.length)}
          checked={isAll}
          indeterminate={!isAll && ids.length > 0}
          onChange={() => {
            setSelected(new Set(isAll ? [] : drafts.map(({ id }) => id)));
          }}
        />
        <Button
          disabled={ids.length === 0}
          isLoading={submission.isPending}
          onClick={() => {
            submission.mutate(ids.slice(0, BULK_ITEMS_MAX));
          }}
        >
          {text.submit}
        </Button>
      </div>
      <ul aria-label={text.title} className={classes.list}>
        {drafts.map((draft) => (
          <Draft
            key={draft.id}
            draft={draft}
            isSelected={selected.has(draft.id)}
            onToggle={() => {
              toggle(draft.id);
            }}
          />
        ))}
      </ul>
      {queries.map((query, index) => (
        <LoadMore key={index} query={query} />
      ))}
    </>
  );
}
