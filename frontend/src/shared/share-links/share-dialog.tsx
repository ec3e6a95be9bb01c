import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatDate, formatDateTime } from '@hub/shared/formats';
import { SHARE_LABEL_MAX } from '@hub/shared/limits';
import type { ShareLinkResponse } from '../../api/generated/model/shareLinkResponse';
import {
  createDocumentShareLink,
  createVideoShareLink,
  getListDocumentShareLinksQueryKey,
  getListVideoShareLinksQueryKey,
  listDocumentShareLinks,
  listVideoShareLinks,
} from '../../api/generated/sharing/sharing';
import { getErrorText } from '../../api/problem';
import { messages } from '../../messages/common';
import { shareLinks as text } from '../../messages/share-links';
import { LoadError } from '../errors/load-error';
import { useFormSubmit } from '../forms/use-form-submit';
import { refreshQueries } from '../query-client';
import { SecretDialog } from '../secret-dialog/secret-dialog';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { SelectField, toOptions } from '../../ui/fields';
import { FormError } from '../../ui/form-error';
import { newPasswordError, PasswordField } from '../../ui/password-field';
import { ListSkeleton } from '../../ui/skeleton';
import { nameLink, useRevokeShareLink } from './use-revoke-share-link';
import classes from './share-dialog.module.css';

interface SharedItem {
  type: 'document' | 'video';
  id: string;
  title: string;
}

/** The operations of each kind. */
const operations = {
  document: {
    create: createDocumentShareLink,
    list: listDocumentShareLinks,
    getKey: getListDocumentShareLinksQueryKey,
  },
  video: { create: createVideoShareLink, list: listVideoShareLinks, getKey: getListVideoShareLinksQueryKey },
};

/** In days. */
const LIFETIMES = ['1', '7', '30', '365', 'none'] as const;
type Lifetime = (typeof LIFETIMES)[number];
const DAY_MS = 86_400_000;

const toExpiry = (lifetime: Lifetime): string | undefined =>
  lifetime === 'none' ? undefined : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();

const initialValues = { label: '', expires_at: '30' as Lifetime, password: '', include_children: false };
type LinkValues = typeof initialValues;

function NewLinkForm({ item, onCreated }: { item: SharedItem; onCreated: (url: string) => void }) {
  const queryClient = useQueryClient();
  const { create, getKey } = operations[item.type];
  const form = useForm<LinkValues>({
    initialValues,
    validate: {
      label: (label) => (label.trim().length > SHARE_LABEL_MAX ? text.labelTooLong(SHARE_LABEL_MAX) : null),
      password: (password) => (password === '' ? null : newPasswordError(password)),
    },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ expires_at, password, ...rest }) =>
      create(item.id, { ...rest, expires_at: toExpiry(expires_at), password: password || undefined }),
    onSuccess: ({ url }) => {
      onCreated(url);
      return refreshQueries(queryClient, getKey(item.id));
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <form {...formProps} className={classes.form}>
      <FormError text={formError} />
      <TextInput data-autofocus label={text.label} description={text.labelHint} {...form.getInputProps('label')} />
      <SelectField
        label={text.expires}
        data={toOptions(LIFETIMES, text.lifetimes)}
        {...form.getInputProps('expires_at')}
      />
      <PasswordField
        label={text.password}
        description={text.passwordHint}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Checkbox
        label={text.includeChildren}
        description={text.includeChildrenHint}
        {...form.getInputProps('include_children', { type: 'checkbox' })}
      />
      <Button type="submit" isLoading={isPending}>
        {text.make}
      </Button>
    </form>
  );
}

function describeExpiry({ expires_at, expired }: ShareLinkResponse): string {
  if (expires_at === null) return text.neverExpires;
  return (expired ? text.expiredOn : text.expiresOn)(formatDate(expires_at));
}

const describeOpens = ({ opens, last_opened_at }: ShareLinkResponse): string =>
  text.opens({ count: opens, time: last_opened_at ? formatDateTime(last_opened_at) : '' });

function LinkItem({ link, item }: { link: ShareLinkResponse; item: SharedItem }) {
  const { confirmRevoke, isPending } = useRevokeShareLink(operations[item.type].getKey(item.id));
  const created = text.createdBy({ date: formatDate(link.created_at), name: link.creator_name });
  const extras = [link.has_password && text.hasPassword, link.include_children && text.withChildren];
  const facts = [created, describeExpiry(link), ...extras.filter((fact) => fact !== false), describeOpens(link)];
  return (
    <li className={classes.item}>
      <div className={classes.about}>
        <bdi className={classes.name}>{nameLink(link)}</bdi>
        <p className={classes.facts}>{facts.join('\u00a0· ')}</p>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={text.revokeNamed(nameLink(link))}
        isLoading={isPending}
        onClick={() => void confirmRevoke(link)}
      >
        {text.revoke}
      </Button>
    </li>
  );
}

function LinkList({ item }: { item: SharedItem }) {
  const { list, getKey } = operations[item.type];
  const { data, error, refetch } = useQuery({
    queryKey: getKey(item.id),
    queryFn: ({ signal }) => list(item.id, { signal }),
    // Others open and revoke links meanwhile.
    staleTime: 0,
  });
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={1} rowHeight="3.25rem" />
    );
  }
  if (data.length === 0) return <p className={classes.empty}>{text.empty}</p>;
  return (
    <ul className={classes.list}>
      {data.map((link) => (
        <LinkItem key={link.id} link={link} item={item} />
      ))}
    </ul>
  );
}

/** Makes, lists and revokes the share links of an item. A new one is shown once. */
export default function ShareDialog({ item, onClose }: { item: SharedItem; onClose: () => void }) {
  const [created, setCreated] = useState<string>();
  const headings = useId();
  if (created !== undefined) {
    return (
      <SecretDialog
        title={text.createdTitle}
        text={text.createdText}
        secret={created}
        copyLabel={text.copy}
        onClose={() => {
          setCreated(undefined);
        }}
      />
    );
  }
  return (
    <Dialog title={text.title(item.title)} text={text.lead} onClose={onClose}>
      <section aria-labelledby={`${headings}-new`}>
        <h3 id={`${headings}-new`} className={classes.heading}>
          {text.newLink}
        </h3>
        <NewLinkForm item={item} onCreated={setCreated} />
      </section>
      <section aria-labelledby={`${headings}-links`}>
        <h3 id={`${headings}-links`} className={classes.heading}>
          {text.links}
        </h3>
        <LinkList item={item} />
      </section>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {messages.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
