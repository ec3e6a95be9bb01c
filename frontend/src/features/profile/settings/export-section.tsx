import { IconDownload } from '@tabler/icons-react';
import { download } from '../../../api/files';
import { getExportOwnDataUrl } from '../../../api/generated/profile/profile';
import { getErrorText } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { profile } from '../../../messages/profile';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { SettingsSection } from './settings-section';

const text = profile.export;

/** Everything that is stored about the user, as a file. */
export function ExportSection() {
  const exporting = useActionMutation({
    mutationFn: () => download(getExportOwnDataUrl()),
    onSuccess: ({ file, name }) => {
      saveFile(file, name ?? text.fileName);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
  });
  return (
    <SettingsSection title={text.title} description={text.lead}>
      <div>
        <Button
          variant="default"
          icon={<IconDownload size={16} aria-hidden="true" />}
          isLoading={exporting.isPending}
          onClick={() => {
            exporting.mutate();
          }}
        >
          {text.download}
        </Button>
      </div>
    </SettingsSection>
  );
}
