import {
  IconArrowsSplit,
  IconCheck,
  IconDots,
  IconFileText,
  IconFlag,
  IconHistory,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, type Ref, useState } from 'react';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { forumLinks } from '../../../messages/forum-links';
import { forumMoving } from '../../../messages/forum-moving';
import { forumWriting } from '../../../messages/forum-writing';
import { report as reportTexts } from '../../../messages/report';
import { sharing } from '../../../messages/sharing';
import { copyLink } from '../../../shared/copy-link';
import { ChunkLoadError } from '../../../shared/errors/load-error';
import { useReport } from '../../../shared/report/use-report';
import { Button } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { Menu, MenuItem } from '../../../ui/menu';
import { startSplit } from './split-selection';
import { getPostLink } from './use-linked-post';
import type { VisiblePost } from './visible-post';
import { useDeletePost, useMakeDocument, type useSolution } from './use-post-actions';

const HistoryDialog = lazy(() => import('./history-dialog'));

const text = forumWriting.post;
const ICON = { size: 16, 'aria-hidden': true } as const;

interface PostMenuProps {
  post: VisiblePost;
  thread: ThreadResponse;
  /** The button that opens the menu. */
  button: Ref<HTMLButtonElement>;
  /** Absent where the solution cannot be marked here. */
  solution?: ReturnType<typeof useSolution>;
  onEdit: () => void;
}

/** What a signed-in user does with a post less often than replying. */
export function PostMenu({ post, thread, button, solution, onEdit }: PostMenuProps) {
  const router = useRouter();
  const { number, abilities, edited_at, is_solution } = post;
  const deletion = useDeletePost(post);
  const document = useMakeDocument(post);
  const report = useReport({ type: 'post', id: post.id, authorId: post.author_id, name: String(number) });
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button
            ref={button}
            variant="subtle"
            size="sm"
            aria-label={text.menu(number)}
            isLoading={deletion.isPending || document.isPending || solution?.isPending}
            icon={<IconDots {...ICON} />}
          />
        }
      >
        {abilities?.edit && (
          <MenuItem icon={<IconPencil {...ICON} />} onSelect={onEdit}>
            {text.edit}
          </MenuItem>
        )}
        {edited_at && (
          <MenuItem
            icon={<IconHistory {...ICON} />}
            onSelect={() => {
              setHistoryOpen(true);
            }}
          >
            {text.history}
          </MenuItem>
        )}
        <MenuItem
          icon={<IconLink {...ICON} />}
          onSelect={() =>
            void copyLink(new URL(router.buildLocation(getPostLink(post)).href, window.location.origin).href)
          }
        >
          {sharing.copyLink}
        </MenuItem>
        {solution && (
          <MenuItem
            icon={<IconCheck {...ICON} />}
            onSelect={() => {
              solution.mutate();
            }}
          >
            {is_solution ? text.unsolve : text.solve}
          </MenuItem>
        )}
        {abilities?.make_document && (
          <MenuItem
            icon={<IconFileText {...ICON} />}
            onSelect={() => {
              document.mutate();
            }}
          >
            {forumLinks.post.makeDocument}
          </MenuItem>
        )}
        {thread.abilities?.moderate && number > 1 && (
          <MenuItem
            icon={<IconArrowsSplit {...ICON} />}
            onSelect={() => {
              startSplit(thread.id, post);
            }}
          >
            {forumMoving.split.menu}
          </MenuItem>
        )}
        {report && (
          <MenuItem icon={<IconFlag {...ICON} />} isDisabled={report.isReported} onSelect={() => void report.open()}>
            {report.isReported ? reportTexts.reported : reportTexts.button}
          </MenuItem>
        )}
        {abilities?.delete && (
          <MenuItem isDestructive icon={<IconTrash {...ICON} />} onSelect={() => void deletion.remove()}>
            {text.remove}
          </MenuItem>
        )}
      </Menu>
      {report?.dialog}
      {isHistoryOpen && (
        <LazyBoundary errorFallback={<ChunkLoadError />}>
          <HistoryDialog
            post={post}
            onClose={() => {
              setHistoryOpen(false);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}
