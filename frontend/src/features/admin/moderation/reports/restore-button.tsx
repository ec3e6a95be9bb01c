import { reportTexts as text } from '../../../../messages/admin-moderation';
import { Button } from '../../../../ui/button';
import { useRestore } from './use-restore';

export function RestoreButton({ item }: { item: Parameters<typeof useRestore>[0] }) {
  const { confirmRestore, isPending } = useRestore(item);
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={text.restoreNamed(item.title)}
      isLoading={isPending}
      onClick={() => void confirmRestore()}
    >
      {text.restore}
    </Button>
  );
}
