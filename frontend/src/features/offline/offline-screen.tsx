import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/common';
import { offline } from '../../messages/offline';
import { Button } from '../../ui/button';
import { PageHeading } from '../../ui/page-heading';
import { StateView } from '../../ui/state-view';
import { KeptList } from './kept-list';
import classes from './offline.module.css';

interface UnavailablePageProps {
  /** The path and query of the page that could not be opened. */
  from: string;
}

/** In place of a page that needs a connection, which opens as soon as there is one. */
function UnavailablePage({ from }: UnavailablePageProps) {
  usePageTitle(offline.title);
  const open = () => {
    // The worker does not know the fragment; redirects keep it.
    window.location.replace(from + window.location.hash);
  };
  const openOnline = useEffectEvent(open);
  useEffect(() => {
    const handleOnline = () => {
      openOnline();
    };
    window.addEventListener('online', handleOnline);
    return () => {
      window.removeEventListener('online', handleOnline);
    };
  }, []);
  return (
    <StateView level={1} icon={<IconCloudOff size={24} />} title={offline.title} text={offline.text}>
      <Button onClick={open}>{messages.common.tryAgain}</Button>
    </StateView>
  );
}

function KeptHeading() {
  usePageTitle(offline.keptTitle);
  return <PageHeading title={offline.keptTitle} description={offline.keptLead} />;
}

/**
 * What this device keeps for reading without a connection. The service worker shows it in place of a page that cannot
 * be opened.
 */
export function OfflineScreen({ from }: { from?: string }) {
  return (
    <div className={classes.screen}>
      {from === undefined ? <KeptHeading /> : <UnavailablePage from={from} />}
      <KeptList hasHeading={from !== undefined} />
    </div>
  );
}
