import { Textarea } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { copyText } from '../../../lib/browser';
import { messages } from '../../../messages/common';
import { peopleTexts } from '../../../messages/admin-people';
import { secretDialog } from '../../../messages/secret-dialog';
import { useRoleOptions } from '../../../shared/roles/use-role-options';
import { SecretDialog } from '../../../shared/secret-dialog/secret-dialog';
import { useIsMailConfigured } from '../../../shared/session/sign-in-options';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { confirm } from '../../../ui/dialogs/dialogs';
import { SelectField } from '../../../ui/fields';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { parseEmailAddresses } from './email-addresses';
import { type InvitationResult, useInvitePeople } from './use-invite-people';
import classes from './invite-dialog.module.css';

const text = peopleTexts.invite;

/** The link of an invitation that the hub cannot mail. */
export function InvitationLinkDialog({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  return (
    <SecretDialog
      title={text.linkTitle}
      text={text.linkText(email)}
      secret={url}
      copyLabel={peopleTexts.copyLink}
      onClose={onClose}
    />
  );
}

function ResultItem({ result, onCopy }: { result: InvitationResult; onCopy: (secret: string) => void }) {
  const { email, isInvited } = result;
  const Icon = isInvited ? IconCheck : IconX;
  const url = isInvited ? result.url : null;
  return (
    <li className={classes.result} data-failed={!isInvited || undefined}>
      <Icon size={16} aria-hidden="true" className={classes.mark} />
      <span className={classes.resultText}>
        <strong>{email}</strong>
        {isInvited ? url === null && text.invited : result.reason}
        {url !== null && <code className={classes.link}>{url}</code>}
      </span>
      {url !== null && (
        <Button
          variant="default"
          size="sm"
          aria-label={text.copyLinkNamed(email)}
          onClick={() => {
            onCopy(url);
          }}
        >
          {peopleTexts.copyLink}
        </Button>
      )}
    </li>
  );
}

/** What became of each address, with the links that the hub cannot mail. */
function Results({ results }: { results: readonly InvitationResult[] }) {
  const [copied, setCopied] = useState<boolean>();
  const copy = (secret: string) => void copyText(secret).then(setCopied);
  const links = results.flatMap((result) => (result.isInvited && result.url ? [`${result.email} ${result.url}`] : []));
  return (
    <section aria-label={text.results} className={classes.results}>
      {links.length > 0 && <p className={classes.linksNote}>{text.linksText}</p>}
      <ul className={classes.list}>
        {results.map((result) => (
          <ResultItem key={result.email} result={result} onCopy={copy} />
        ))}
      </ul>
      {links.length > 1 && (
        <Button
          variant="default"
          size="sm"
          icon={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => {
            copy(links.join('\n'));
          }}
        >
          {text.copyAll}
        </Button>
      )}
      <p role="status" className={classes.status}>
        {copied === true && secretDialog.copied}
        {copied === false && secretDialog.copyFailed}
      </p>
    </section>
  );
}

/** Invites many people with one role. What could not be invited stays in the field. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const roles = useRoleOptions().filter(({ value }) => value !== 'ADMIN');
  const hasMail = useIsMailConfigured() !== false;
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState('VIEWER');
  const [fieldError, setFieldError] = useState<string>();
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const { addresses, invalid } = parseEmailAddresses(typed);

  const { invite, isPending, doneCount, errorText } = useInvitePeople((settled, unsent) => {
    const refused = settled.filter(({ isInvited }) => !isInvited).map(({ email }) => email);
    const left = [...refused, ...unsent, ...invalid];
    const shown = [
      ...results.filter(({ isInvited }) => isInvited),
      ...settled,
      ...invalid.map((email) => ({ email, isInvited: false as const, reason: text.noAddress })),
    ];
    const invited = shown.filter(({ isInvited }) => isInvited);
    if (left.length === 0 && invited.every((result) => result.isInvited && result.url === null)) {
      onClose();
      toast(invited.length === 1 ? text.sent(invited[0]?.email ?? '') : text.sentMany(invited.length));
      return;
    }
    setResults(shown);
    setTyped(left.join('\n'));
    setFieldError(left.length > 0 ? text.left(left.length) : undefined);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (addresses.length === 0) {
      setFieldError(
        invalid.length > 0 ? text.noneValid({ count: invalid.length, word: invalid[0] ?? '' }) : text.emailRequired,
      );
      field.current?.focus();
      return;
    }
    setFieldError(undefined);
    invite({ addresses, role });
  };
  const isDone = results.length > 0 && typed.trim() === '';
  const hasLinks = results.some((result) => result.isInvited && result.url !== null);
  const leftCount = addresses.length + invalid.length;
  /** Addresses that were not invited are kept until they are corrected or given up on purpose. */
  const finish = async () => {
    const question = {
      title: text.leaveTitle,
      text: text.leaveText(leftCount),
      confirmLabel: text.close,
      cancelLabel: text.keepEditing,
      isDestructive: true,
    };
    if (leftCount === 0 || (await confirm(question))) onClose();
    else field.current?.focus();
  };
  /** Links are shown here only, so closing by Escape or beside the dialog asks first. */
  const dismiss = async () => {
    const isLosingLinks = hasLinks || (isPending && !hasMail);
    const question = {
      title: text.closeTitle,
      text: text.closeText,
      confirmLabel: text.close,
      cancelLabel: text.keepOpen,
      isDestructive: true,
    };
    if (isLosingLinks && !(await confirm(question))) return;
    // Closing stops the invitations that are being sent, and asks nothing about their addresses.
    if (isLosingLinks || isPending || results.length === 0) onClose();
    else await finish();
  };

  return (
    <Dialog title={text.title} text={hasMail ? text.text : text.textWithoutMail} onClose={() => void dismiss()}>
      <form noValidate className={classes.form} onSubmit={submit}>
        <FormError text={errorText} />
        <Textarea
          ref={field}
          data-autofocus
          label={text.emails}
          description={text.emailsHint}
          {...requiredProps}
          rows={4}
          autoComplete="off"
          spellCheck={false}
          readOnly={isPending}
          value={typed}
          error={fieldError}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFieldError(undefined);
          }}
        />
        <SelectField
          label={text.role}
          data={roles}
          value={role}
          onChange={(event) => {
            setRole(event.currentTarget.value);
          }}
        />
        <p role="status" className={classes.status}>
          {isPending && addresses.length > 1 && text.progress({ done: doneCount, total: addresses.length })}
        </p>
        {results.length > 0 && <Results results={results} />}
        <DialogActions>
          <Button
            variant={isDone ? 'primary' : 'default'}
            onClick={() => {
              // “Done” says that the links are passed on.
              if (results.length > 0 && !isPending) void finish();
              else void dismiss();
            }}
          >
            {results.length > 0 ? secretDialog.done : messages.common.cancel}
          </Button>
          {!isDone && (
            <Button type="submit" isLoading={isPending}>
              {hasMail ? text.send(addresses.length) : text.createLinks(addresses.length)}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
