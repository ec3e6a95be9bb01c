import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { REPORT_MAX } from '@hub/shared/limits';
import type { ReportedType } from '../../api/generated/model/reportedType';
import { createReport } from '../../api/generated/moderation/moderation';
import { getErrorText, hasCode } from '../../api/problem';
import { messages } from '../../messages/common';
import { report as text } from '../../messages/report';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { FormError } from '../../ui/form-error';
import { RadioGroup } from '../../ui/radio-group';
import { requiredProps } from '../../ui/styles/forms';
import { toast } from '../../ui/toast/toast';
import { useIdempotentRequest } from '../forms/idempotency-key';
import { checkLength } from '../forms/check-length';
import { useFormSubmit } from '../forms/use-form-submit';
import { useRefreshScreen } from '../use-refresh-screen';
import classes from './report-dialog.module.css';

type Reason = keyof typeof text.reasons;

const REASONS: readonly Reason[] = ['spam', 'offensive', 'offTopic', 'other'];
/** Documents and videos can also be wrong. */
const ITEM_REASONS: readonly Reason[] = ['spam', 'offensive', 'offTopic', 'wrong', 'other'];

/** The reason precedes them in the report. */
const MAX_DETAILS = REPORT_MAX - 50;

interface ReportDialogProps {
  type: ReportedType;
  id: string;
  title: string;
  /** Called when the report is stored, also when it was before. */
  onReported: () => void;
  onClose: () => void;
}

/** Asks for the reason of a report and sends it to the moderators. */
export default function ReportDialog({ type, id, title, onReported, onClose }: ReportDialogProps) {
  const sendOnce = useIdempotentRequest();
  const refreshScreen = useRefreshScreen();
  const reasons = type === 'document' || type === 'video' ? ITEM_REASONS : REASONS;
  const form = useForm<{ choice: Reason | ''; reason: string }>({
    initialValues: { choice: '', reason: '' },
    validate: {
      choice: (choice) => (choice === '' ? text.reasonRequired : null),
      // Named like the field of the request, so that the server's error is shown here.
      reason: (details, { choice }) =>
        choice === 'other' && details.trim() === '' ? text.detailsRequired : checkLength(details, MAX_DETAILS),
    },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ choice, reason }) => {
      const details = reason.trim();
      const name = choice === '' ? '' : text.reasons[choice];
      const body = {
        item_type: type,
        item_id: id,
        reason: details ? text.withDetails({ reason: name, details }) : name,
      };
      return sendOnce(body, createReport).catch((error: unknown) => {
        if (hasCode(error, 'already_reported')) onReported();
        throw error;
      });
    },
    onSuccess: () => {
      onReported();
      onClose();
      toast(text.sent);
      // The third report hides what is reported.
      void refreshScreen();
    },
    getErrorText: (error) => getErrorText(error, text.failed),
  });
  return (
    <Dialog title={title} text={text.text} onClose={onClose}>
      <form {...formProps} className={classes.form}>
        <FormError text={formError} />
        <RadioGroup
          shouldFocus
          isRequired
          label={text.reason}
          options={reasons.map((value) => ({ value, label: text.reasons[value], hint: text.hints[value] }))}
          value={form.values.choice}
          error={form.errors['choice']}
          onChange={(choice) => {
            form.setFieldValue('choice', choice);
          }}
        />
        <Textarea
          label={text.details}
          description={text.detailsHint}
          autosize
          minRows={2}
          maxRows={8}
          {...(form.values.choice === 'other' && requiredProps)}
          {...form.getInputProps('reason')}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
