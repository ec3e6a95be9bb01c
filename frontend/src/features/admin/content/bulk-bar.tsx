import { IconEye, IconFolder, IconProgressCheck, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { adminContent } from '../../../messages/admin-content';
import type { ListedContent } from '../../../shared/content/content-kind';
import barClasses from '../../../shared/selection/selection-bar.module.css';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { confirm } from '../../../ui/dialogs/dialogs';
import { BulkDialog, type ValueAction } from './bulk-dialog';
import { contentKinds } from './content-kinds';
import type { ContentTab } from './search-params';
import { useBulkAction } from './use-bulk-action';

const text = adminContent.bulk;
const ICON = 16;
/** More titles would make the confirmation hard to read. */
const MAX_TITLES = 5;

function listTitles(items: readonly ListedContent[]): string {
  const titles = items.slice(0, MAX_TITLES).map(({ title }) => `• ${title}`);
  const rest = items.length - titles.length;
  return [...titles, ...(rest > 0 ? [text.more(rest)] : [])].join('\n');
}

interface BulkBarProps {
  tab: ContentTab;
  items: readonly ListedContent[];
  /** @param items those that stay selected */
  onSelect: (items: readonly ListedContent[]) => void;
}

/** The actions for all selected items. */
export function BulkBar({ tab, items, onSelect }: BulkBarProps) {
  const [action, setAction] = useState<ValueAction>();
  const canPublish = useCan('content.publish');
  const canEdit = useCan('content.edit_any');
  const canDelete = useCan('content.delete_any');
  const label = contentKinds[tab].texts.items(items.length);
  const bulk = useBulkAction(tab, items, (goneIds) => {
    setAction(undefined);
    if (goneIds.size > 0) onSelect(items.filter(({ id }) => !goneIds.has(id)));
  });
  const remove = async () => {
    const isConfirmed = await confirm({
      title: text.removeTitle(label),
      text: text.removeText({ items: label, titles: listTitles(items) }),
      confirmLabel: text.removeLabel(label),
      isDestructive: true,
    });
    if (isConfirmed) bulk.mutate({ action: 'delete' });
  };
  const openButton = (next: ValueAction, name: string, icon: ReactNode) => (
    <Button
      variant="default"
      size="sm"
      icon={icon}
      onClick={() => {
        setAction(next);
      }}
    >
      {name}
    </Button>
  );
  return (
    <div role="group" aria-label={text.label} className={barClasses.bar}>
      <strong className={barClasses.count} role="status">
        {text.selected(items.length)}
      </strong>
      {canPublish && openButton('set_status', text.setStatus, <IconProgressCheck size={ICON} aria-hidden="true" />)}
      {canEdit && openButton('set_category', text.setCategory, <IconFolder size={ICON} aria-hidden="true" />)}
      {canEdit && openButton('set_visibility', text.setVisibility, <IconEye size={ICON} aria-hidden="true" />)}
      {canDelete && (
        <Button
          variant="danger"
          size="sm"
          icon={<IconTrash size={ICON} aria-hidden="true" />}
          isLoading={bulk.isPending && action === undefined}
          onClick={() => void remove()}
        >
          {text.remove}
        </Button>
      )}
      <Button
        variant="subtle"
        size="sm"
        icon={<IconX size={ICON} aria-hidden="true" />}
        onClick={() => {
          onSelect([]);
        }}
      >
        {text.clear}
      </Button>
      {action && (
        <BulkDialog
          tab={tab}
          action={action}
          ids={items.map(({ id }) => id)}
          items={label}
          isPending={bulk.isPending}
          onApply={bulk.mutate}
          onClose={() => {
            setAction(undefined);
          }}
        />
      )}
    </div>
  );
}
