import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { download } from '../../../api/files';
import { getExportAuditLogUrl } from '../../../api/generated/administration/administration';
import type { ExportFormat } from '../../../api/generated/model/exportFormat';
import { getErrorText } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { formatSize } from '../../../lib/message-format';
import { auditTexts as text } from '../../../messages/admin-audit';
import { Button } from '../../../ui/button';
import { alert, progress } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';
import { type AuditSearch, toFilterParams } from './search-params';

const ICON = 16;

/** Downloads all entries that match the filters. */
async function exportAuditLog(search: AuditSearch, format: ExportFormat): Promise<void> {
  const cancelling = new AbortController();
  const dialog = progress({
    title: text.exporting,
    text: text.received(formatSize(0)),
    isIndeterminate: true,
    onCancel: () => {
      cancelling.abort();
    },
  });
  try {
    const { file, name } = await download(getExportAuditLogUrl({ ...toFilterParams(search), format }), {
      signal: cancelling.signal,
      onBytes: (bytes) => {
        dialog.setText(text.received(formatSize(bytes)));
      },
    });
    saveFile(file, name ?? text.exportName(format));
  } catch (error) {
    if (!cancelling.signal.aborted)
      void alert({ title: text.exportFailedTitle, text: getErrorText(error, text.exportFailed) });
  } finally {
    dialog.close();
  }
}

export function ExportMenu({ search }: { search: AuditSearch }) {
  return (
    <Menu
      trigger={
        <Button variant="default" icon={<IconDownload size={ICON} aria-hidden="true" />}>
          {text.export}
        </Button>
      }
    >
      <MenuItem
        icon={<IconFileSpreadsheet size={ICON} aria-hidden="true" />}
        onSelect={() => void exportAuditLog(search, 'csv')}
      >
        {text.exportCsv}
      </MenuItem>
      <MenuItem
        icon={<IconFileText size={ICON} aria-hidden="true" />}
        onSelect={() => void exportAuditLog(search, 'json')}
      >
        {text.exportJson}
      </MenuItem>
    </Menu>
  );
}
