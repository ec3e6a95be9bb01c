import { IconFileUnknown } from '@tabler/icons-react';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/common';
import { SignInForMembers } from '../../shared/session/sign-in-for-members';
import { ButtonLink } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { StateView } from '../../ui/state-view';
import detailClasses from './detail/document-screen.module.css';
import revisionClasses from './revisions/revisions.module.css';

const text = messages.doc;

export function DocumentSkeleton() {
  return (
    <div className={detailClasses.layout}>
      <Skeleton className={detailClasses.column}>
        <div className={detailClasses.skeleton}>
          <SkeletonItem width="9rem" height="0.75rem" />
          <SkeletonItem width="80%" height="2.5rem" />
          <SkeletonItem width="60%" height="1.25rem" />
          <SkeletonItem width="22rem" height="0.875rem" />
        </div>
        <div className={detailClasses.content}>
          <div className={detailClasses.skeleton}>
            {['100%', '96%', '88%', '40%', '98%', '92%', '70%'].map((width) => (
              <SkeletonItem key={width} width={width} />
            ))}
          </div>
        </div>
      </Skeleton>
    </div>
  );
}

/** The same for a missing document and for one that the user may not see. */
export function DocumentNotFound() {
  usePageTitle(text.notFoundTitle);
  return (
    <StateView level={1} icon={<IconFileUnknown size={24} />} title={text.notFoundTitle} text={text.notFoundText}>
      <SignInForMembers />
      <ButtonLink to="/docs" variant="default">
        {text.backToDocs}
      </ButtonLink>
    </StateView>
  );
}

export function RevisionsSkeleton() {
  return (
    <Skeleton>
      <SkeletonItem width="12rem" height="2.1875rem" />
      <div className={`${revisionClasses.layout} ${revisionClasses.skeleton}`}>
        <div className={revisionClasses.list}>
          {['a', 'b', 'c'].map((key) => (
            <SkeletonItem key={key} height="5.5rem" />
          ))}
        </div>
        <SkeletonItem height="20rem" />
      </div>
    </Skeleton>
  );
}
