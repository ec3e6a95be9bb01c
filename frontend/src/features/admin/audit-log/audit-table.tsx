import { IconFilter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuditEntryResponse } from '../../../api/generated/model/auditEntryResponse';
import { formatDateTime } from '@hub/shared/formats';
import { auditTexts as text } from '../../../messages/admin-audit';
import { PathLink, UserLink } from '../../../shared/links';
import { Table } from '../../../ui/table';
import classes from './audit-log.module.css';
import { describeAction, nameSetting, nameSubject } from './audit-sentences';
import type { AuditSearch } from './search-params';
import { diffValues, type FieldChange } from './value-diff';

/** Screens that show subjects without a page of their own. */
const screens: Partial<Record<string, string>> = {
  category: '/admin/categories',
  forum_category: '/admin/forum-categories',
  role: '/admin/roles',
  role_code: '/admin/role-codes',
  setting: '/admin/settings',
  share_link: '/admin/share-links',
  mail: '/admin/settings#mail',
};

/** The title, name or address that was recorded with the action. */
function findRecordedName({ before, after }: AuditEntryResponse): string | undefined {
  for (const values of [after, before])
    for (const field of ['title', 'name', 'display_name', 'email']) {
      const value = values?.[field];
      if (typeof value === 'string' && value !== '') return value;
    }
  return undefined;
}

/** Types whose ids are names. */
const named = new Set(['role', 'setting']);
const getName = (type: string, id: string): string | undefined => (type === 'setting' ? nameSetting(id) : id);

function Subject({ entry }: { entry: AuditEntryResponse }) {
  const { type, id, title, url } = entry.subject;
  const isNamed = named.has(type) && id !== 'all';
  const name = title ?? (isNamed ? getName(type, id) : findRecordedName(entry));
  // A setting without a name is on no screen.
  const href = type === 'setting' && name === undefined ? undefined : (url ?? screens[type]);
  const label = name ?? nameSubject(type);
  return (
    <span className={classes.subject}>
      {name !== undefined && <span className={classes.subjectType}>{nameSubject(type)}</span>}
      {href === undefined ? <bdi>{label}</bdi> : <PathLink href={href}>{<bdi>{label}</bdi>}</PathLink>}
    </span>
  );
}

/** Erased accounts have no profile to link to. */
function ActorName({ id, name, url }: { id: string | null; name: string; url: string | null }) {
  if (id === null) return text.system;
  return url === null ? <bdi>{name}</bdi> : <UserLink id={id} name={name} />;
}

function FilterLink({ label, search }: { label: string; search: AuditSearch }) {
  return (
    <Link to="/admin/audit-log" search={search} aria-label={label} title={label} className={classes.filterLink}>
      <IconFilter size={14} aria-hidden="true" />
    </Link>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after, isChange }) => (
        <div key={field}>
          <dt>{field}</dt>
          {before !== undefined && (
            <dd>{isChange ? <del aria-label={`${text.before}: ${before}`}>{before}</del> : <span>{before}</span>}</dd>
          )}
          {after !== undefined && (
            <dd>{isChange ? <ins aria-label={`${text.after}: ${after}`}>{after}</ins> : <span>{after}</span>}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function AuditRow({ entry, search }: { entry: AuditEntryResponse; search: AuditSearch }) {
  const { actor_id, actor_name, actor_url, action, subject, before, after, created_at } = entry;
  const sentence = describeAction(action, before, after);
  const changes = diffValues(before, after);
  const filters = { ...search, before: undefined, after: undefined };
  return (
    <tr>
      <td data-label={text.when} className={classes.when}>
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </td>
      <td data-label={text.who} className={classes.who}>
        <span>
          <ActorName id={actor_id} name={actor_name} url={actor_url} />
          <FilterLink
            label={text.filterByActor(actor_id === null ? text.system : actor_name)}
            search={{ ...filters, actor: actor_id ?? 'system' }}
          />
        </span>
      </td>
      <td data-label={text.what} data-main data-stacked className={classes.what}>
        <span>{sentence}</span>
        {changes.length > 0 && (
          <details className={classes.details}>
            <summary aria-label={text.detailsOf(sentence)}>{text.details}</summary>
            <Changes changes={changes} />
          </details>
        )}
      </td>
      <td data-label={text.subject} className={classes.subjectCell}>
        <span>
          <Subject entry={entry} />
          <FilterLink label={text.filterBySubject} search={{ ...filters, type: subject.type, id: subject.id }} />
        </span>
      </td>
    </tr>
  );
}

export function AuditTable({ entries, search }: { entries: readonly AuditEntryResponse[]; search: AuditSearch }) {
  return (
    <Table columns={[text.when, text.who, text.what, text.subject]} hasActions={false}>
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} search={search} />
      ))}
    </Table>
  );
}
