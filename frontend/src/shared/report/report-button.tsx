import { IconFlag } from '@tabler/icons-react';
import { report as text } from '../../messages/en-report';
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
        aria-label={report.title}
        onClick={() => void report.open()}
      >
        {text.button}
      </Button>
      {report.dialog}
    </>
  );
}
