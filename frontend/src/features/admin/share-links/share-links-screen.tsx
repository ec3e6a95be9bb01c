import { IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatDate } from '@hub/shared/formats';
import type { ListedShareLinkResponse } from '../../../api/generated/model/listedShareLinkResponse';
import { usePageTitle } from '../../../lib/page';
import { admin } from '../../../messages/admin';
import { shareLinks as text } from '../../../messages/share-links';
import { LoadError } from '../../../shared/errors/load-error';
import { PathLink, UserLink } from '../../../shared/links';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { Pager, Table } from '../../../ui/table';
import { nameLink, useRevokeShareLink } from '../../../shared/share-links/use-revoke-share-link';
import { allShareLinksQuery, PAGE_SIZE } from './queries';
import classes from './share-links.module.css';

const { columns } = text;
const title = admin.frame.shareLinks;

const folders = { document: 'docs', video: 'videos' };

function LinkRow({ link }: { link: ListedShareLinkResponse }) {
  const { confirmRevoke, isPending } = useRevokeShareLink();
  return (
    <tr>
      <td data-label={columns.item} data-main className={classes.item}>
        <PathLink href={`/${folders[link.item_type]}/${link.item_slug}`}>
          <bdi>{link.item_title}</bdi>
        </PathLink>
      </td>
      <td data-label={columns.label}>
        <div className={classes.label}>
          <bdi>{nameLink(link)}</bdi>
          {link.has_password && <Badge tone="blue">{text.hasPassword}</Badge>}
          {link.include_children && <Badge tone="slate">{text.withChildren}</Badge>}
          {link.expired && <Badge tone="gray">{text.expired}</Badge>}
        </div>
      </td>
      <td data-label={columns.creator}>
        <UserLink id={link.creator_id} name={link.creator_name} />
      </td>
      <td data-label={columns.created} className={classes.date}>
        {formatDate(link.created_at)}
      </td>
      <td data-label={columns.expires} className={classes.date}>
        {link.expires_at ? formatDate(link.expires_at) : text.never}
      </td>
      <td data-label={columns.opens} className={classes.date}>
        {link.opens === 0 ? text.never : text.times(link.opens)}
      </td>
      <td data-actions>
        <Button
          variant="default"
          size="sm"
          aria-label={text.revokeNamed(`${link.item_title}: ${nameLink(link)}`)}
          isLoading={isPending}
          onClick={() => void confirmRevoke(link)}
        >
          {text.revoke}
        </Button>
      </td>
    </tr>
  );
}

function Links({ page }: { page: number }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(allShareLinksQuery(page));
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={4} rowHeight="3.25rem" />
    );
  }
  if (data.items.length === 0 && page === 1) {
    return <StateView icon={<IconShare size={24} />} title={text.adminEmpty} text={text.adminEmptyText} />;
  }
  const { item, label, creator, created, expires, opens } = columns;
  return (
    <>
      <Table columns={[item, label, creator, created, expires, opens]}>
        {data.items.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </Table>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={data.total}
        onPage={(next) => {
          void navigate({ to: '/admin/share-links', search: { page: next === 1 ? undefined : next } });
        }}
      />
    </>
  );
}

/** The share links of all items. */
export function ShareLinksScreen({ page = 1 }: { page?: number }) {
  usePageTitle(title);
  return (
    <>
      <PageHeading title={title} description={text.adminLead} />
      <Links page={page} />
    </>
  );
}
