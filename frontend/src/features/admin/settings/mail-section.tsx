import { IconMail } from '@tabler/icons-react';
import { sendTestMail } from '../../../api/generated/administration/administration';
import type { MailTestResponse } from '../../../api/generated/model/mailTestResponse';
import { getErrorText } from '../../../api/problem';
import { settingsTexts } from '../../../messages/admin-settings';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import classes from './settings.module.css';
import { SectionFrame } from './settings-form';

const text = settingsTexts.mail;

function MailTestResult({ result, recipient, server_response }: MailTestResponse) {
  return (
    <div className={classes.mailResult} data-result={result}>
      <p>{text.results[result](recipient)}</p>
      {server_response !== null && (
        <p>
          {text.response}: <code>{server_response}</code>
        </p>
      )}
    </div>
  );
}

/** Sends a test mail and shows the response of the mail server. */
export function MailSection({ isConfigured }: { isConfigured: boolean }) {
  const test = useActionMutation({ mutationFn: () => sendTestMail() });
  return (
    <SectionFrame id="mail" title={text.title} lead={text.lead}>
      <p>{isConfigured ? text.configured : text.notConfigured}</p>
      <Button
        variant="default"
        icon={<IconMail size={16} aria-hidden="true" />}
        isLoading={test.isPending}
        onClick={() => {
          test.mutate();
        }}
      >
        {text.send}
      </Button>
      <div role="status">{test.data && !test.isPending && <MailTestResult {...test.data} />}</div>
      {test.isError && <FormError text={getErrorText(test.error, text.failed)} />}
    </SectionFrame>
  );
}
