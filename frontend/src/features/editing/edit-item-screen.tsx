import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { usePageTitle } from '../../lib/page';
import { writing } from '../../messages/writing';
import { AccessDeniedFor } from '../../shared/access/protected';
import { UnusualStatusBadge, VisibilityMark } from '../../shared/content/content-meta';
import { getShownStatus } from '../../shared/content/enums';
import { useSession } from '../../shared/session/session';
import { alert } from '../../ui/dialogs/dialogs';
import { PageHeading } from '../../ui/page-heading';
import type { DetailsValues } from './details-values';
import { FormSkeleton } from './form-skeleton';
import type { EditableItem, ItemKind } from './item-kind';
import type { EditingOptions } from './use-item-editing';

/** What a form starts from. */
export type OpenedItem<Values extends DetailsValues, Item extends EditableItem> = Omit<
  EditingOptions<Values, Item>,
  'existing' | 'onContinueEditing'
>;

interface EditItemProps<Values extends DetailsValues, Item extends EditableItem> {
  kind: ItemKind<Values, Item>;
  title: string;
  /** A link to the item. */
  renderLink: (item: Item) => ReactNode;
  /** Loads what the form starts from: the stored values, and a draft of an earlier visit. */
  open: (item: Item, user: OwnUserResponse) => Promise<OpenedItem<Values, Item>>;
  renderForm: (options: EditingOptions<Values, Item>) => ReactNode;
}

interface OpenedFormProps<Values extends DetailsValues, Item extends EditableItem> {
  item: Item;
  opened: Promise<OpenedItem<Values, Item>>;
  renderForm: EditItemProps<Values, Item>['renderForm'];
}

function OpenedForm<Values extends DetailsValues, Item extends EditableItem>(props: OpenedFormProps<Values, Item>) {
  const opened = use(props.opened);
  // The item as of opening, or of the last save from this form.
  const [existing, setExisting] = useState(props.item);
  return props.renderForm({ ...opened, existing, onContinueEditing: setExisting });
}

type ItemFormProps<Values extends DetailsValues, Item extends EditableItem> = Pick<
  EditItemProps<Values, Item>,
  'open' | 'renderForm'
> & { item: Item; user: OwnUserResponse };

/** The form of an item that has been loaded, and a skeleton until its draft is found. */
export function ItemForm<Values extends DetailsValues, Item extends EditableItem>(props: ItemFormProps<Values, Item>) {
  const { item, user, open, renderForm } = props;
  // Loaded once: later responses must not change the form while the user types.
  const [opened] = useState(() => ({ item, promise: open(item, user) }));
  return (
    <Suspense fallback={<FormSkeleton />}>
      <OpenedForm item={opened.item} opened={opened.promise} renderForm={renderForm} />
    </Suspense>
  );
}

function EditForm<Values extends DetailsValues, Item extends EditableItem>(
  props: EditItemProps<Values, Item> & { item: Item; user: OwnUserResponse },
) {
  const { item, title, renderLink } = props;
  usePageTitle(writing.form.editPage(item.title));
  return (
    <>
      <PageHeading isSmall title={title}>
        <UnusualStatusBadge status={getShownStatus(item)} />
        <VisibilityMark visibility={item.visibility} showsPublic />
        {renderLink(item)}
      </PageHeading>
      <ItemForm {...props} />
    </>
  );
}

type Abilities = { abilities?: { edit: boolean } };

interface EditItemScreenProps<
  Values extends DetailsValues,
  Item extends EditableItem & Abilities,
  Key extends QueryKey,
> extends EditItemProps<Values, Item> {
  query: UseQueryOptions<Item, Error, Item, Key>;
}

/** Opens an item's form for users who may edit it. */
export function EditItemScreen<
  Values extends DetailsValues,
  Item extends EditableItem & Abilities,
  Key extends QueryKey,
>(props: EditItemScreenProps<Values, Item, Key>) {
  const { query, kind } = props;
  const { texts, listPath } = kind;
  const { data: item, error } = useQuery(query);
  const session = useSession();
  // The form stays mounted when the session ends.
  const [user, setUser] = useState(session.user);
  if (session.user && session.user.id !== user?.id) setUser(session.user);
  const navigate = useNavigate();
  const isMissing = error !== null && !item;

  useEffect(() => {
    if (!isMissing) return;
    void alert({ title: texts.loadFailedTitle, text: texts.loadFailed });
    void navigate({ to: listPath, replace: true });
  }, [isMissing, navigate, texts, listPath]);

  if (!item || !user) return <FormSkeleton />;
  if (!item.abilities?.edit && session.user)
    return <AccessDeniedFor permission="content.edit_any" user={session.user} />;
  return <EditForm key={item.id} {...props} item={item} user={user} />;
}
