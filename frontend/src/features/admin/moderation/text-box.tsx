import { moderationQueue as text } from '../../../messages/admin-moderation';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { Markdown } from '../../markdown/markdown';
import classes from './moderation.module.css';

export function PreviewSkeleton() {
  return (
    <Skeleton>
      <SkeletonItem height="12rem" />
    </Skeleton>
  );
}

interface TextBoxProps {
  content: string;
  title?: string;
  isComment?: boolean;
}

/** Rendered Markdown in a box of limited height, which the keyboard can scroll. */
export function TextBox({ content, title = text.content.document, isComment = false }: TextBoxProps) {
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionTitle}>{title}</h3>
      {content.trim() === '' ? (
        <p className={classes.muted}>{text.noText}</p>
      ) : (
        <div role="group" tabIndex={0} aria-label={title} className={classes.text}>
          <Markdown text={content} isComment={isComment} />
        </div>
      )}
    </section>
  );
}
