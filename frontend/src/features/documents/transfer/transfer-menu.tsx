import { IconDots, IconDownload, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { writing } from '../../../messages/en-writing';
import { useCan } from '../../../shared/session/session';
import { IconButton } from '../../../ui/icon-button';
import { Menu, MenuItem } from '../../../ui/menu';
import { exportDocuments } from './export-documents';
import { useImport } from './use-import';

const ImportResult = lazy(() => import('./import-result'));

const text = writing.transfer;
const ICON = 16;

/** Export and import of documents, for signed-in users. */
export default function TransferMenu() {
  const canCreate = useCan('content.create');
  const [result, setResult] = useState<ImportDocumentsResponse>();
  const importArchive = useImport(setResult);
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
              void importArchive();
            }}
          >
            {text.importMarkdown}
          </MenuItem>
        )}
      </Menu>
      {result && (
        <Suspense>
          <ImportResult
            result={result}
            onClose={() => {
              setResult(undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
