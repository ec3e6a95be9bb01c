import { IconDownload, IconFileSpreadsheet, IconJson } from '@tabler/icons-react';
import { download } from '../../../api/files';
import { getExportReportUrl } from '../../../api/generated/administration/administration';
import type { ExportFormat } from '../../../api/generated/model/exportFormat';
import { getErrorText } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { dashboard as text } from '../../../messages/admin-dashboard';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';

const ICON = 16;

/** Saves the figures of the hub as a file. */
export function ExportReport() {
  const exporting = useActionMutation({
    mutationFn: async (format: ExportFormat) => {
      const { file, name } = await download(getExportReportUrl({ format }));
      saveFile(file, name ?? `${text.exportName}.${format}`);
    },
    onSuccess: () => {
      toast(text.exported);
    },
    onError: (error) => {
      void alert({ title: text.exportFailed, text: getErrorText(error, text.tryAgain) });
    },
  });
  return (
    <Menu
      trigger={
        <Button
          variant="default"
          icon={<IconDownload size={ICON} aria-hidden="true" />}
          isLoading={exporting.isPending}
        >
          {text.export}
        </Button>
      }
    >
      <MenuItem
        icon={<IconJson size={ICON} aria-hidden="true" />}
        onSelect={() => {
          exporting.mutate('json');
        }}
      >
        {text.exportJson}
      </MenuItem>
      <MenuItem
        icon={<IconFileSpreadsheet size={ICON} aria-hidden="true" />}
        onSelect={() => {
          exporting.mutate('csv');
        }}
      >
        {text.exportCsv}
      </MenuItem>
    </Menu>
  );
}
