import { IconMessagePlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type { ContentKind } from '../../../api/generated/model/contentKind';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { getErrorText } from '../../../api/problem';
import { forumLinks } from '../../../messages/en-forum-links';
import { useSession } from '../../../shared/session/session';
import { requestSignIn } from '../../../shared/session/sign-in-request';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../../ui/lazy';
import { forumCategoriesQuery } from '../queries';
import { toAboutSearch } from './about-item';

const text = forumLinks.discuss;

const CategoryDialog = lazy(() => import('./category-dialog'));

/** A document or video, and the time of its player. */
export interface DiscussedItem {
  kind: ContentKind;
  id: string;
  slug: string;
  title: string;
  /** In seconds; undefined before the video was played. */
  getSecond?: () => number | undefined;
}

/** Starts a thread about a document or video: in the only category, or in one that the user chooses. */
export default function DiscussButton({ item, variant = 'default' }: DiscussButtonProps) {
  const { state, user } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<{ categories: ForumCategoryResponse[]; second: number | undefined }>();
  const open = (categoryId: string, second: number | undefined) =>
    navigate({
      to: '/community/category/$id/new-thread',
      params: { id: categoryId },
      search: toAboutSearch({ item_type: item.kind, item_id: item.id, second }),
    });
  const { mutate, isPending } = useActionMutation({
    mutationFn: () => queryClient.ensureQueryData(forumCategoriesQuery),
    onSuccess: async (categories) => {
      const second = item.getSecond?.();
      const [only] = categories;
      if (!only) await alert({ title: text.title, text: text.noCategories });
      else if (categories.length === 1) await open(only.id, second);
      else setChoice({ categories, second });
    },
    onError: (error) => void alert({ title: text.failed, text: getErrorText(error, text.tryAgain) }),
  });
  if (user && !user.permissions.includes('forum.post')) return null;
  return (
    <>
      <Button
        variant={variant}
        icon={<IconMessagePlus size={16} aria-hidden="true" />}
        isLoading={isPending || state === 'loading'}
        onClick={() => {
          if (user) mutate();
          else requestSignIn({ reason: 'participate' });
        }}
      >
        {text.button}
      </Button>
      {choice && user && (
        <LazyBoundary>
          <CategoryDialog
            userId={user.id}
            itemTitle={item.title}
            categories={choice.categories}
            onChoose={(id) => void open(id, choice.second)}
            onClose={() => {
              setChoice(undefined);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}

interface DiscussButtonProps {
  item: DiscussedItem;
  variant?: 'default' | 'subtle';
}
