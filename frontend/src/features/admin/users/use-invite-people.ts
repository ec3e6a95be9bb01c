import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createInvitation } from '../../../api/generated/users/users';
import { ApiError, getErrorText } from '../../../api/problem';
import { peopleTexts } from '../../../messages/admin-people';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { toast } from '../../../ui/toast/toast';
import { invitationsKey } from './queries';

const text = peopleTexts.invite;

/** What became of one address. */
export type InvitationResult = { email: string } & (
  | { isInvited: true; /** Where the hub cannot send mail. */ url: string | null }
  | { isInvited: false; reason: string }
);

/** An error that says nothing about the other addresses. */
const isAboutAddress = (error: unknown): boolean => error instanceof ApiError && [400, 403, 409].includes(error.status);

interface Invitations {
  addresses: readonly string[];
  role: string;
}

/** Invites one address after the other, so that one that is refused does not lose the others. */
export function useInvitePeople(onSettled: (results: readonly InvitationResult[], unsent: readonly string[]) => void) {
  const queryClient = useQueryClient();
  const [doneCount, setDoneCount] = useState(0);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);

  const inviting = useActionMutation({
    mutationFn: async ({ addresses, role }: Invitations) => {
      const results: InvitationResult[] = [];
      const unsent = () => addresses.slice(results.length);
      setDoneCount(0);
      for (const email of addresses) {
        if (isClosed.current) break;
        try {
          // One by one, so that closing the dialog stops the rest.
          const { url } = await createInvitation({ email, role });
          results.push({ email, isInvited: true, url });
        } catch (error) {
          if (!isAboutAddress(error)) return { results, unsent: unsent(), error };
          results.push({ email, isInvited: false, reason: getErrorText(error, text.failed) });
        }
        setDoneCount(results.length);
      }
      return { results, unsent: unsent(), error: undefined };
    },
    onSuccess: async ({ results, unsent }) => {
      await refreshQueries(queryClient, invitationsKey);
      const invited = results.filter(({ isInvited }) => isInvited).length;
      if (!isClosed.current) onSettled(results, unsent);
      else if (invited > 0) toast(text.sentMany(invited));
    },
  });
  const error = inviting.isPending ? undefined : inviting.data?.error;
  return {
    invite: inviting.mutate,
    isPending: inviting.isPending,
    doneCount,
    errorText: error === undefined ? null : getErrorText(error, text.failed),
  };
}
