import { useRef, useState } from 'react';
import type { ContentStatus } from '../../../api/generated/model/contentStatus';
import { messages } from '../../../messages/common';
import { adminContent as text } from '../../../messages/admin-content';
import type { ListedContent } from '../../../shared/content/content-kind';
import { getShownStatus } from '../../../shared/content/enums';
import { useCan } from '../../../shared/session/session';
import { SelectField } from '../../../ui/fields';
import classes from './content.module.css';
import { contentKinds } from './content-kinds';
import type { ContentTab } from './search-params';
import { useSetStatus } from './use-set-status';

/**
 * The status of an item. Arrow keys change a closed select with each press, so a choice by keyboard is saved when Enter
 * is pressed or the field is left; Escape restores the saved one.
 */
export function StatusSelect({ tab, item }: { tab: ContentTab; item: ListedContent }) {
  const canPublish = useCan('content.publish');
  const setting = useSetStatus(tab, item.id);
  const isByKeyboard = useRef(false);
  const [typed, setTyped] = useState<ContentStatus>();
  const { statuses } = contentKinds[tab];
  const saved = getShownStatus(item);
  const isExtra = !statuses.includes(saved);

  const save = (status: ContentStatus | undefined) => {
    setTyped(undefined);
    if (status !== undefined && status !== saved) setting.mutate(status);
  };
  return (
    <SelectField
      aria-label={text.statusOf(item.title)}
      classNames={{ input: classes.status }}
      data-status={typed ?? saved}
      value={typed ?? saved}
      disabled={!canPublish}
      aria-busy={setting.isPending || undefined}
      data={[...(isExtra ? [saved] : []), ...statuses].map((value) => ({
        value,
        label: messages.status[value],
        disabled: isExtra && value === saved,
      }))}
      onPointerDown={() => {
        isByKeyboard.current = false;
      }}
      onKeyDown={({ key }) => {
        isByKeyboard.current = true;
        if (key === 'Enter') save(typed);
        if (key === 'Escape') setTyped(undefined);
      }}
      onBlur={() => {
        save(typed);
        isByKeyboard.current = false;
      }}
      onChange={(event) => {
        const status = statuses.find((one) => one === event.currentTarget.value);
        if (isByKeyboard.current) setTyped(status);
        else save(status);
      }}
    />
  );
}
