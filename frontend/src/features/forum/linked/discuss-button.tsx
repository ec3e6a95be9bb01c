import { IconMessagePlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import type { ContentKind } from '../../../api/generated/model/contentKind';
import { getErrorText } from '../../../api/problem';
import { discussions as text } from '../../../messages/discussions';
import { useSession } from '../../../shared/session/session';
import { requestSignIn } from '../../../shared/session/sign-in-request';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../../ui/lazy';
import type { CategoryChoice } from './start-discussion';

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

interface NewThreadButtonProps {
  /** What the thread is about. */
  item?: DiscussedItem;
  label: string;
  icon: ReactNode;
  variant?: 'default' | 'subtle' | 'primary';
}

/**
 * Starts a thread in the only category, or in one that the user chooses. The button is a part of reading pages, so what
 * only a press needs is loaded by the press.
 */
export function NewThreadButton({ item, label, icon, variant }: NewThreadButtonProps) {
  const { state, user } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const [choice, setChoice] = useState<CategoryChoice>();
  const start = async () => {
    setStarting(true);
    try {
      const { startThread } = await import('./start-discussion');
      setChoice(await startThread(queryClient, navigate, item));
    } catch (error) {
      void alert({ title: text.discussFailed, text: getErrorText(error, text.tryAgain) });
    } finally {
      setStarting(false);
    }
  };
  if (user && !user.permissions.includes('forum.post')) return null;
  return (
    <>
      <Button
        variant={variant}
        icon={icon}
        isLoading={isStarting || state === 'loading'}
        onClick={() => {
          if (!user) requestSignIn({ reason: 'start-thread', onSignedIn: () => void start() });
          else if (!isStarting) void start();
        }}
      >
        {label}
      </Button>
      {choice && user && (
        <LazyBoundary>
          <CategoryDialog
            userId={user.id}
            title={label}
            itemTitle={item?.title}
            categories={choice.categories}
            onChoose={(id) => void choice.open(id)}
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

/** Starts a thread about a document or video. */
export default function DiscussButton({ item, variant = 'default' }: DiscussButtonProps) {
  return (
    <NewThreadButton
      item={item}
      label={text.discuss}
      icon={<IconMessagePlus size={16} aria-hidden="true" />}
      variant={variant}
    />
  );
}
