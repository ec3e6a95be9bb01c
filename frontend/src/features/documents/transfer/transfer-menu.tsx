import { IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../../../api/files';
import { getExportDocumentsUrl } from '../../../api/generated/documents/documents';
import { getErrorText, NetworkError } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { formatSize } from '../../../lib/message-format';
import { messages } from '../../../messages/common';
import { writing } from '../../../messages/writing';
import { useCan } from '../../../shared/session/session';
import { IconButton } from '../../../ui/button';
import { alert, progress } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';
import { DocumentImport } from './document-import';

const text = writing.transfer;

/** Downloads all documents visible to the user as a ZIP. It is streamed, so its total size is unknown. */
async function exportDocuments(): Promise<void> {
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
    const onBytes = (bytes: number) => {
      dialog.setText(text.received(formatSize(bytes)));
    };
    const { file, name } = await download(getExportDocumentsUrl(), { signal: cancelling.signal, onBytes });
    saveFile(file, name ?? text.exportName);
  } catch (error) {
    if (cancelling.signal.aborted) return;
    // A TypeError means that the connection broke during the response.
    const isNetwork = error instanceof NetworkError || error instanceof TypeError;
    const reason = isNetwork ? messages.common.loadFailedOffline : getErrorText(error, text.exportFailed);
    void alert({ title: text.exportFailedTitle, text: reason });
  } finally {
    dialog.close();
  }
}

const ICON = 16;

/** Export and import of documents, for signed-in users. */
export default function TransferMenu() {
  const canCreate = useCan('content.create');
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton isFramed aria-label={text.menu}>
            <IconDots size={ICON} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<IconDownload size={ICON} aria-hidden="true" />} onSelect={() => void exportDocuments()}>
          {text.exportAll}
        </MenuItem>
        {canCreate && (
          <MenuItem
            icon={<IconUpload size={ICON} aria-hidden="true" />}
            onSelect={() => {
              setChoosing(true);
            }}
          >
            {text.importMarkdown}
          </MenuItem>
        )}
      </Menu>
      <DocumentImport
        isChoosing={isChoosing}
        onClose={() => {
          setChoosing(false);
        }}
      />
    </>
  );
}
