import { offline } from '../../../messages/offline';
import { ButtonLink } from '../../../ui/button';
import { SettingsSection } from './settings-section';

/** Leads to what this browser keeps for reading without a connection. Browsers without service workers keep nothing. */
export function KeptDocumentsSection() {
  if (!('serviceWorker' in navigator)) return null;
  return (
    <SettingsSection title={offline.keptTitle} description={offline.keptLead}>
      <ButtonLink to="/offline" variant="default">
        {offline.show}
      </ButtonLink>
    </SettingsSection>
  );
}
