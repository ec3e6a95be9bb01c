import { IconFlag } from '@tabler/icons-react';
import { report as text } from '../../messages/report';
import { Button } from '../../ui/button';
import { type Reported, useReport } from './use-report';

interface ReportButtonProps extends Reported {
  variant?: 'default' | 'subtle';
  size?: 'sm' | 'md';
}

/** Reports what another user has written; absent for its author and for guests. */
export function ReportButton({ variant = 'subtle', size = 'sm', ...reported }: ReportButtonProps) {
  const report = useReport(reported);
  if (!report) return null;
  return (
    <>
      <Button
        variant={variant}
        size={size}
        // The other actions of comments have no icons.
        icon={reported.type !== 'comment' && <IconFlag size={16} aria-hidden="true" />}
        aria-label={report.label}
        // Not disabled: the focus returns to the button when the dialog is closed.
        aria-disabled={report.isReported || undefined}
        onClick={() => {
          if (!report.isReported) void report.open();
        }}
      >
        {report.isReported ? text.reported : text.button}
      </Button>
      {report.dialog}
    </>
  );
}
