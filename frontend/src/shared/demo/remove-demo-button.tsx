import { useQueryClient } from '@tanstack/react-query';
import { deleteDemoContent } from '../../api/generated/administration/administration';
import { getErrorText } from '../../api/problem';
import { messages } from '../../messages/common';
import { demoTexts as text } from '../../messages/demo';
import { Button } from '../../ui/button';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { toast } from '../../ui/toast/toast';
import { useActionMutation } from '../use-action-mutation';
import { demoQuery } from './demo-query';
import { describeKept, describeRemoved } from './describe-demo';

interface RemoveDemoButtonProps {
  size?: 'sm';
  className?: string;
}

/** Removes the demo content after a question that says in numbers what goes and what stays. */
export function RemoveDemoButton({ size, className }: RemoveDemoButtonProps) {
  const queryClient = useQueryClient();
  const removing = useActionMutation({
    /** @returns whether it was removed */
    mutationFn: async () => {
      const demo = await queryClient.fetchQuery({ ...demoQuery, staleTime: 0 });
      const isSure =
        !demo.exists ||
        (await confirm({
          title: text.confirmTitle,
          text: `${describeRemoved(demo.removed)} ${describeKept(demo.kept)}`,
          confirmLabel: text.confirmLabel,
          isDestructive: true,
        }));
      if (isSure) await deleteDemoContent();
      return isSure;
    },
    onSuccess: (isRemoved) => {
      if (!isRemoved) return;
      toast(text.done);
      // It was part of nearly every screen.
      void queryClient.invalidateQueries();
    },
    onError: (error) => void alert({ title: text.failed, text: getErrorText(error, messages.common.tryAgain) }),
  });
  return (
    <Button
      variant="default"
      {...(size && { size })}
      {...(className && { className })}
      isLoading={removing.isPending}
      onClick={() => {
        removing.mutate();
      }}
    >
      {text.remove}
    </Button>
  );
}
