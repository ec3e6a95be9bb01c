import { useQueryClient } from '@tanstack/react-query';
import { download } from '../../../api/files';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { deactivateUser, getExportUserUrl, reactivateUser, sendResetLink } from '../../../api/generated/users/users';
import { getErrorText } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { peopleTexts as text } from '../../../messages/admin-people';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { isolate } from '../../../ui/isolate';
import { toast } from '../../../ui/toast/toast';
import { refreshUserQueries } from './queries';

interface Action {
  run: () => Promise<unknown>;
  failedTitle: string;
}

/**
 * The actions of a user's menu, one at a time.
 * @param onLink shows a link that the hub cannot mail
 */
export function useUserActions(user: UserSummaryResponse, onLink: (url: string) => void) {
  const queryClient = useQueryClient();
  const action = useActionMutation({
    mutationFn: ({ run }: Action) => run(),
    onError: (error, { failedTitle }) => {
      void alert({ title: failedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshUserQueries(queryClient),
  });

  const deactivate = async () => {
    const { title, label, done, failedTitle, ...texts } = text.deactivate;
    const sure = await confirm({
      title,
      text: isolate(texts.text, user.name),
      confirmLabel: label,
      isDestructive: true,
    });
    if (sure)
      action.mutate({ run: () => deactivateUser(user.id).then(() => toast(done, { subject: user.id })), failedTitle });
  };
  const reactivate = () => {
    const { done, failedTitle } = text.reactivate;
    action.mutate({ run: () => reactivateUser(user.id).then(() => toast(done, { subject: user.id })), failedTitle });
  };
  const sendLink = () => {
    const { done, failedTitle } = text.resetLink;
    const run = async () => {
      const { url } = await sendResetLink(user.id);
      if (url === null) toast(done(user.name), { subject: user.id });
      else onLink(url);
    };
    action.mutate({ run, failedTitle });
  };
  const exportData = () => {
    const { fileName, failedTitle } = text.export;
    const run = async () => {
      const { file, name } = await download(getExportUserUrl(user.id));
      saveFile(file, name ?? fileName);
    };
    action.mutate({ run, failedTitle });
  };
  return { deactivate, reactivate, sendLink, exportData };
}
