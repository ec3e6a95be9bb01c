import { lazy, Suspense, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import classes from './review.module.css';
import { useReview } from './use-review';

const RequestChangesDialog = lazy(() => import('./request-changes-dialog'));
const text = writing.review;

export function ReviewActions({ document }: { document: DocumentResponse }) {
  const [isAsking, setAsking] = useState(false);
  const { review, pendingAction } = useReview(document);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        isLoading={pendingAction === 'request_changes'}
        onClick={() => {
          setAsking(true);
        }}
      >
        {text.requestChanges}
      </Button>
      <Button
        isLoading={pendingAction === 'approve'}
        onClick={() => {
          review({ action: 'approve' });
        }}
      >
        {text.approve}
      </Button>
      {isAsking && (
        <Suspense>
          <RequestChangesDialog
            title={document.title}
            onClose={() => {
              setAsking(false);
            }}
            onSubmit={(note) => {
              setAsking(false);
              review({ action: 'request_changes', note });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
