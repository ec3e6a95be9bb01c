import { lazy, Suspense, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import classes from './review.module.css';
import { useReview } from './use-review';

const RequestChanges = lazy(() => import('./request-changes'));
const text = writing.review;

export function ReviewActs({ document }: { document: DocumentResponse }) {
  const [isAsking, setAsking] = useState(false);
  const { review, pending } = useReview(document);
  return (
    <div className={classes.acts}>
      <Button
        look="default"
        loading={pending === 'request_changes'}
        onClick={() => {
          setAsking(true);
        }}
      >
        {text.requestChanges}
      </Button>
      <Button
        loading={pending === 'approve'}
        onClick={() => {
          review({ action: 'approve' });
        }}
      >
        {text.approve}
      </Button>
      {isAsking && (
        <Suspense>
          <RequestChanges
            title={document.title}
            onClose={() => {
              setAsking(false);
            }}
            onSend={(note) => {
              setAsking(false);
              review({ action: 'request_changes', note });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
