import { IconUserOff } from '@tabler/icons-react';
import { usePageTitle } from '../../../lib/page';
import { messages } from '../../../messages/en';
import { userProfileTexts as text } from '../../../messages/en-user-profile';
import { ButtonLink } from '../../../ui/button';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import classes from './public-profile.module.css';

export function PublicProfileSkeleton() {
  return (
    <Skeleton className={classes.screen}>
      <div className={classes.head}>
        <SkeletonItem width="5rem" height="5rem" className={classes.roundSkeleton} />
        <div className={classes.user}>
          <SkeletonItem width="14rem" height="2.1875rem" />
          <SkeletonItem width="8rem" className={classes.secondSkeleton} />
        </div>
      </div>
      <div className={classes.columns}>
        <SkeletonItem height="8rem" />
        <SkeletonItem height="8rem" />
      </div>
    </Skeleton>
  );
}

export function UserNotFound() {
  usePageTitle(text.notFoundTitle);
  return (
    <StateView level={1} icon={<IconUserOff size={24} />} title={text.notFoundTitle} text={text.notFoundText}>
      <ButtonLink to="/" variant="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}
