import { Checkbox } from '@mantine/core';
import { IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatDate } from '@hub/shared/formats';
import { abbreviate, formatNumber } from '../../../lib/message-format';
import { adminContent as text } from '../../../messages/admin-content';
import { templates } from '../../../messages/templates';
import type { ListedContent } from '../../../shared/content/content-kind';
import { VisibilityMark } from '../../../shared/content/content-meta';
import { ContentLink, getItemParam, UserLink } from '../../../shared/links';
import { useSession } from '../../../shared/session/session';
import { Badge } from '../../../ui/badge';
import { IconButton, IconLink } from '../../../ui/button';
import '../../../ui/styles/forms';
import { Table } from '../../../ui/table';
import { useDeleteItem } from '../../editing/use-delete-item';
import classes from './content.module.css';
import { contentKinds } from './content-kinds';
import type { ContentTab } from './search-params';
import { refreshContent } from './queries';
import { StatusSelect } from './status-select';

/** Authors delete their own items, others need a permission. The server checks the same. */
function useCanDelete(item: ListedContent): boolean {
  const { user } = useSession();
  const can = (permission: string) => user?.permissions.includes(permission) ?? false;
  return can('content.delete_any') || (item.author_id === user?.id && can('content.create'));
}

/**
 * Remembers the row beside one that is about to be deleted.
 * @returns moves the focus to its delete button, or to the heading of an empty list, unless the user has moved it
 */
function rememberNextRow(row: Element | null | undefined): () => void {
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return () => {
    const { activeElement: focused } = document;
    if (focused && focused !== document.body && !row?.contains(focused)) return;
    const button = next?.isConnected ? next.querySelector<HTMLElement>('[data-delete]') : null;
    (button ?? document.querySelector<HTMLElement>('h1'))?.focus();
  };
}

interface RowActionsProps {
  tab: ContentTab;
  item: ListedContent;
  onSelect: (item: ListedContent, isSelected: boolean) => void;
  onEdit: (id: string) => void;
}

function RowActions({ tab, item, onSelect, onEdit }: RowActionsProps) {
  const queryClient = useQueryClient();
  const element = useRef<HTMLDivElement>(null);
  const { type, texts, viewPath, remove: send } = contentKinds[tab];
  const { remove, isDeleting, dialog } = useDeleteItem({
    item: { type, id: item.id },
    title: item.title,
    texts: texts.remove,
    send: (children) => send(item.id, children && { children }),
    onDeleted: async () => {
      onSelect(item, false);
      const focusNextRow = rememberNextRow(element.current?.closest('tr'));
      await refreshContent(queryClient, tab, [item.id]);
      focusNextRow();
    },
  });
  const canDelete = useCanDelete(item);
  return (
    <div ref={element} className={classes.actions}>
      {dialog}
      <IconLink to={viewPath} params={{ id: getItemParam(item) }} aria-label={text.view(item.title)}>
        <IconEye size={18} aria-hidden="true" />
      </IconLink>
      {item.abilities?.edit && (
        <IconButton
          aria-label={text.edit(item.title)}
          onClick={() => {
            onEdit(item.id);
          }}
        >
          <IconPencil size={18} aria-hidden="true" />
        </IconButton>
      )}
      {canDelete && (
        <IconButton
          data-delete
          aria-label={text.remove(item.title)}
          aria-disabled={isDeleting || undefined}
          onClick={() => {
            if (!isDeleting) void remove();
          }}
        >
          <IconTrash size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

interface ContentRowProps extends RowActionsProps {
  isSelected: boolean;
}

function ContentRow({ tab, item, isSelected, onSelect, onEdit }: ContentRowProps) {
  return (
    <tr data-selected={isSelected || undefined} className={classes.row}>
      <td data-label={text.columns.title} data-main className={classes.main}>
        <div className={classes.item}>
          <Checkbox
            aria-label={text.select(item.title)}
            checked={isSelected}
            onChange={(event) => {
              onSelect(item, event.currentTarget.checked);
            }}
          />
          <div className={classes.names}>
            <ContentLink content={item} className={classes.title} />
            <div className={classes.facts}>
              <span>{item.category?.title ?? text.noCategory}</span>
              <VisibilityMark visibility={item.visibility} category={item.category} />
              {item.is_template && <Badge tone="blue">{templates.badge}</Badge>}
              {item.is_hidden && (
                <span className={classes.hidden}>
                  <IconEyeOff size={15} aria-hidden="true" />
                  {text.hidden}
                </span>
              )}
            </div>
          </div>
        </div>
      </td>
      <td data-label={text.columns.author} className={classes.authorCell}>
        <UserLink id={item.author_id} name={item.author_name} />
      </td>
      <td data-label={text.columns.created} className={classes.number}>
        <time dateTime={item.created_at}>{formatDate(item.created_at)}</time>
      </td>
      <td data-label={text.columns.status}>
        <StatusSelect tab={tab} item={item} />
      </td>
      <td data-label={text.columns.views} className={classes.number} title={formatNumber(item.view_count)}>
        {abbreviate(item.view_count)}
      </td>
      <td data-actions>
        <RowActions tab={tab} item={item} onSelect={onSelect} onEdit={onEdit} />
      </td>
    </tr>
  );
}

const { title, author, created, status, views } = text.columns;

interface ContentTableProps extends Pick<ContentRowProps, 'tab' | 'onSelect' | 'onEdit'> {
  items: readonly ListedContent[];
  /** By id. */
  selected: ReadonlyMap<string, ListedContent>;
}

export function ContentTable({ items, selected, ...rest }: ContentTableProps) {
  return (
    <Table columns={[title, author, created, status, views]}>
      {items.map((item) => (
        <ContentRow key={item.id} item={item} isSelected={selected.has(item.id)} {...rest} />
      ))}
    </Table>
  );
}
