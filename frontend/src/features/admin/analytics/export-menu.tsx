import { IconDownload } from '@tabler/icons-react';
import { download } from '../../../api/files';
import { getExportAnalyticsUrl } from '../../../api/generated/analytics/analytics';
import { AnalyticsDataset } from '../../../api/generated/model/analyticsDataset';
import { getErrorText } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { analyticsTexts } from '../../../messages/admin-analytics';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';
import { DEFAULT_INTERVAL, DEFAULT_RANGE } from './queries';
import type { AnalyticsSearch } from './search-params';

const text = analyticsTexts.export;

/** Downloads figures of the chosen range as CSV. */
export function ExportMenu({ search }: { search: AnalyticsSearch }) {
  const { range = DEFAULT_RANGE, interval = DEFAULT_INTERVAL } = search;
  const exporting = useActionMutation({
    mutationFn: (dataset: AnalyticsDataset) => download(getExportAnalyticsUrl({ dataset, range, interval })),
    onSuccess: ({ file, name }) => {
      saveFile(file, name ?? text.fileName);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
  });
  return (
    <Menu
      trigger={
        <Button variant="default" isLoading={exporting.isPending} icon={<IconDownload size={16} aria-hidden="true" />}>
          {text.menu}
        </Button>
      }
    >
      {Object.values(AnalyticsDataset).map((dataset) => (
        <MenuItem
          key={dataset}
          onSelect={() => {
            exporting.mutate(dataset);
          }}
        >
          {text.datasets[dataset]}
        </MenuItem>
      ))}
    </Menu>
  );
}
