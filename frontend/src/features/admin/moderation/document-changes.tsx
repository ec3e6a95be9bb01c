import { useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { SegmentedControl } from '../../../ui/segmented-control';
import { ChangeRequest } from '../../editing/change-request';
import { ChangesSinceReview, useLastReview } from '../../editing/last-review';
import { TextBox } from './text-box';
import classes from './moderation.module.css';

/** The text of a document in review; of one that was reviewed before also the note and what has changed since. */
export function DocumentChanges({ document }: { document: DocumentResponse }) {
  const [view, setView] = useState<'text' | 'changes'>('changes');
  const last = useLastReview(document);
  if (!last) return <TextBox content={document.content} />;
  const { review, changesLabel } = last;
  return (
    <>
      <ChangeRequest review={review} />
      <SegmentedControl
        label={text.view}
        value={view}
        options={[
          { value: 'changes', label: changesLabel },
          { value: 'text', label: text.viewText },
        ]}
        onChange={setView}
      />
      {view === 'text' ? (
        <TextBox content={document.content} />
      ) : (
        <section className={classes.section}>
          <h3 className={classes.sectionTitle}>{text.difference}</h3>
          <ChangesSinceReview document={document} review={review} />
        </section>
      )}
    </>
  );
}
