import { IconLock, IconMessagePlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { usePageTitle } from '../../../lib/page';
import { forum } from '../../../messages/forum';
import { forumWriting } from '../../../messages/forum-writing';
import { ChunkLoadError, LoadError } from '../../../shared/errors/load-error';
import { useSession } from '../../../shared/session/session';
import { ButtonLink } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { PageHeading } from '../../../ui/page-heading';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import type { AboutItemRequest } from '../../../api/generated/model/aboutItemRequest';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { ForumBreadcrumb } from '../breadcrumb';
import { CategoryNotFound } from '../category/category-screen';
import { forumCategoriesQuery } from '../queries';
import { SignInButtons } from '../sign-in-prompt';

const text = forumWriting.newThread;

const NewThreadForm = lazy(() => import('./new-thread-form'));

/** The form, or what a guest or a reader without the permission needs to know. */
function Body({ category, about }: { category: ForumCategoryResponse; about: AboutItemRequest | undefined }) {
  const { state, user, retry } = useSession();
  const skeleton = <ListSkeleton rows={3} rowHeight="4rem" />;
  if (state === 'loading') return skeleton;
  if (state === 'unknown') return <LoadError onRetry={retry} />;
  if (!user)
    return (
      <StateView icon={<IconMessagePlus size={24} />} title={text.guestTitle} text={text.guestText}>
        <SignInButtons reason="start-thread" />
      </StateView>
    );
  const mayPost = user.permissions.includes('forum.post');
  if (!mayPost || !category.abilities.write)
    return (
      <StateView
        icon={<IconLock size={24} />}
        title={text.notAllowedTitle}
        text={mayPost ? forum.thread.readOnly : text.notAllowedText}
      >
        <ButtonLink to="/community/category/$id" params={{ id: category.id }} variant="default">
          {text.back}
        </ButtonLink>
      </StateView>
    );
  return (
    <LazyBoundary fallback={skeleton} errorFallback={<ChunkLoadError />}>
      <NewThreadForm
        key={user.id + category.id + (about?.item_id ?? '')}
        userId={user.id}
        categoryId={category.id}
        about={about}
      />
    </LazyBoundary>
  );
}

interface NewThreadScreenProps {
  id: string;
  about?: AboutItemRequest;
}

export function NewThreadScreen({ id, about }: NewThreadScreenProps) {
  const { data: categories } = useSuspenseQuery(forumCategoriesQuery);
  const category = categories.find((one) => one.id === id);
  usePageTitle(category && text.pageTitle(category.name));
  if (!category) return <CategoryNotFound />;
  return (
    <>
      <ForumBreadcrumb categories={[{ ...category, limits: category }]} />
      <PageHeading title={text.title} description={text.lead(category.name)} />
      <Body category={category} about={about} />
    </>
  );
}
