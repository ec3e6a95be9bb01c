import type { ReportedType } from '../../../../api/generated/model/reportedType';
import { moderationQueue, reportTexts as text } from '../../../../messages/admin-moderation';
import { PathLink } from '../../../../shared/links';
import classes from './reports.module.css';

interface ReportedItemProps {
  item: { type: ReportedType; title: string | null; url: string | null; excerpt: string | null };
  note?: string | undefined;
}

/** The title as a link, with the type and the beginning of the text; a deleted item has neither. */
export function ReportedItem({ item: { type, title, url, excerpt }, note }: ReportedItemProps) {
  const typeName = moderationQueue.typeNames[type];
  return (
    <div className={classes.reported}>
      {title !== null && url !== null ? (
        <PathLink href={url} className={classes.title}>
          <bdi>{title}</bdi>
        </PathLink>
      ) : (
        <span>{text.deleted}</span>
      )}
      {excerpt && (
        <span dir="auto" className={classes.excerpt}>
          {excerpt}
        </span>
      )}
      <span className={classes.muted}>{note ? `${typeName} · ${note}` : typeName}</span>
    </div>
  );
}
