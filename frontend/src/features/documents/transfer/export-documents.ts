import { pathBelowApi } from '../../../api/client';
import { apiUrl } from '../../../api/config';
import { getExportDocumentsUrl } from '../../../api/generated/documents/documents';

/** A plain download by the session's cookie: the browser writes it to the disk as it comes, whatever its size. */
export function downloadExport(): void {
  const link = document.createElement('a');
  link.href = apiUrl + pathBelowApi(getExportDocumentsUrl());
  link.download = '';
  link.click();
}
