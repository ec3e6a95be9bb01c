import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import { listSettings, updateSettings, updateSetupChecklist } from '../../api/generated/administration/administration';
import { getListForumCategoriesQueryKey } from '../../api/generated/forum/forum';
import { setUpDefaultForumCategories } from '../../api/generated/forum-writing/forum-writing';
import type { SetupStep } from '../../api/generated/model/setupStep';
import type { SetupStepResponse } from '../../api/generated/model/setupStepResponse';
import { getErrorText } from '../../api/problem';
import { messages } from '../../messages/common';
import { checklistTexts as text } from '../../messages/setup';
import { RemoveDemoButton } from '../../shared/demo/remove-demo-button';
import { refreshQueries } from '../../shared/query-client';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { alert } from '../../ui/dialogs/dialogs';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { Section } from '../../ui/section';
import { checklistQuery } from './setup-checklist-query';
import classes from './setup-checklist.module.css';

/** Where each step is done. */
const links: Record<SetupStep, Pick<LinkProps, 'to' | 'search' | 'hash'>> = {
  name: { to: '/admin/settings', hash: 'general' },
  access: { to: '/admin/settings', hash: 'registration' },
  mail: { to: '/admin/settings', hash: 'mail' },
  categories: { to: '/admin/categories' },
  community: { to: '/admin/forum-categories' },
  people: { to: '/admin/users', search: { dialog: 'invite' } },
  document: { to: '/docs/create' },
  backup: { to: '/admin', hash: 'backups' },
  demo: { to: '/admin/settings', hash: 'demo' },
};

/** Stores the present value, which makes it the administrator's choice. */
async function keepSetting(key: string): Promise<void> {
  const { settings } = await listSettings();
  const current = settings.find((setting) => setting.key === key);
  if (current) await updateSettings({ values: { [key]: current.value } });
}

interface QuickAction {
  label: string;
  run: () => Promise<unknown>;
  failed: string;
}

const keeping = (run: QuickAction['run']): QuickAction => ({ label: text.keep, run, failed: text.keepFailed });

/** Steps that are also done by one press: the administrator keeps what a new hub has, or takes what is usual. */
const quickActions: Partial<Record<SetupStep, QuickAction>> = {
  name: keeping(() => keepSetting('site.name')),
  access: keeping(() => keepSetting('auth.registration')),
  mail: keeping(() => updateSetupChecklist({ works_without_mail: true })),
  community: {
    label: text.useDefaults,
    run: () => setUpDefaultForumCategories(),
    failed: text.useDefaultsFailed,
  },
};

interface QuickActionButtonProps {
  step: SetupStep;
  action: QuickAction;
  onDone: () => void;
}

function QuickActionButton({ step, action, onDone }: QuickActionButtonProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useActionMutation({
    mutationFn: action.run,
    onSuccess: async () => {
      await refreshQueries(queryClient, checklistQuery.queryKey, getListForumCategoriesQueryKey());
      onDone();
    },
    onError: (error) => void alert({ title: action.failed, text: getErrorText(error, messages.common.tryAgain) }),
  });
  return (
    <Button
      variant="default"
      size="sm"
      className={classes.keep}
      isLoading={isPending}
      aria-label={text.actionNamed({ action: action.label, step: text.steps[step].title })}
      onClick={() => {
        mutate();
      }}
    >
      {action.label}
    </Button>
  );
}

function Step({ name, is_done }: SetupStepResponse) {
  const item = useRef<HTMLLIElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const action = quickActions[name];
  /** The button of a quick action goes with the focus, unless the user has moved it elsewhere. */
  const keepFocus = () => {
    const { activeElement } = document;
    if (activeElement === document.body || item.current?.contains(activeElement)) link.current?.focus();
  };
  return (
    <li ref={item} className={classes.step} data-done={is_done || undefined}>
      {is_done ? (
        <IconCircleCheckFilled size={20} aria-hidden="true" />
      ) : (
        <IconCircle size={20} stroke={1.75} aria-hidden="true" />
      )}
      <div>
        <Link ref={link} {...links[name]} className={classes.link}>
          {text.steps[name].title}
        </Link>
        {is_done && <VisuallyHidden>{text.done}</VisuallyHidden>}
        <p className={classes.about}>{text.steps[name].text}</p>
        {action && !is_done && <QuickActionButton step={name} action={action} onDone={keepFocus} />}
        {name === 'demo' && <RemoveDemoButton size="sm" className={classes.keep} />}
      </div>
    </li>
  );
}

/** What an administrator does first in a new hub; nothing once all of it is done or it was dismissed. */
export default function SetupChecklist() {
  const queryClient = useQueryClient();
  const { data } = useQuery(checklistQuery);
  const dismissal = useActionMutation({
    mutationFn: () => updateSetupChecklist({ is_dismissed: true }),
    onSuccess: (checklist) => {
      queryClient.setQueryData(checklistQuery.queryKey, checklist);
    },
    onError: (error) => void alert({ title: text.dismissFailed, text: getErrorText(error, messages.common.tryAgain) }),
  });
  if (!data || data.is_dismissed) return null;
  const done = data.steps.filter(({ is_done }) => is_done).length;
  if (done === data.steps.length) return null;
  return (
    <Section
      title={text.title}
      moreLink={
        <div className={classes.actions}>
          <span>{text.progress({ done, all: data.steps.length })}</span>
          <Button
            variant="subtle"
            size="sm"
            isLoading={dismissal.isPending}
            onClick={() => {
              dismissal.mutate();
            }}
          >
            {text.dismiss}
          </Button>
        </div>
      }
    >
      <ul className={classes.steps}>
        {data.steps.map((step) => (
          <Step key={step.name} {...step} />
        ))}
      </ul>
    </Section>
  );
}
