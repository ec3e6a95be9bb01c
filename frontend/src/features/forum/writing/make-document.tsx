import { IconDots, IconFileText } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createPostDocument, getListPostsQueryKey } from '../../../api/generated/forum/forum';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { getErrorText } from '../../../api/problem';
import { forumLinks } from '../../../messages/en-forum-links';
import { forumWriting } from '../../../messages/en-forum-writing';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { getItemParam } from '../../../shared/links';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';

const text = forumLinks.post;
const ICON = { size: 16, 'aria-hidden': true } as const;

/** Creates a draft from a post, or finds the one of the user, and opens it for editing. */
function useMakeDocument({ id, thread_id }: PostResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useActionMutation({
    mutationFn: () => createPostDocument(id),
    onSuccess: async (document) => {
      void queryClient.invalidateQueries({ queryKey: getListPostsQueryKey(thread_id), refetchType: 'none' });
      void refreshDocumentLists(queryClient);
      await navigate({ to: '/docs/$id/edit', params: { id: getItemParam(document) } });
      toast(text.opened);
    },
    onError: (error) => void alert({ title: text.failed, text: getErrorText(error, forumWriting.post.tryAgain) }),
  });
}

/** A button on the solution of a thread, an entry of a menu on other posts. */
export function MakeDocument({ post }: { post: PostResponse }) {
  const { mutate, isPending } = useMakeDocument(post);
  const { number, is_solution, abilities } = post;
  if (!abilities?.make_document) return null;
  const icon = <IconFileText {...ICON} />;
  if (is_solution)
    return (
      <Button
        variant="default"
        size="sm"
        icon={icon}
        aria-label={text.makeDocumentNamed(number)}
        isLoading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {text.makeDocument}
      </Button>
    );
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="subtle"
          size="sm"
          aria-label={text.menu(number)}
          isLoading={isPending}
          icon={<IconDots {...ICON} />}
        />
      }
    >
      <MenuItem
        icon={icon}
        onSelect={() => {
          mutate();
        }}
      >
        {text.makeDocument}
      </MenuItem>
    </Menu>
  );
}
