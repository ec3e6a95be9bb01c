import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { listSettings, updateSettings, updateSetupChecklist } from '../../api/generated/administration/administration';
import type { SetupStep } from '../../api/generated/model/setupStep';
import { getErrorText } from '../../api/problem';
import { messages } from '../../messages/en';
import { checklistTexts as text } from '../../messages/en-setup';
import { RemoveDemoButton } from '../../shared/demo/remove-demo-button';
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
  people: { to: '/admin/users', search: { dialog: 'invite' } },
  document: { to: '/docs/create' },
  backup: { to: '/admin' },
  demo: { to: '/admin/settings', hash: 'demo' },
};

/** Stores the present value, which makes it the administrator's choice. */
async function keepSetting(key: string): Promise<void> {
  const { settings } = await listSettings();
  const current = settings.find((setting) => setting.key === key);
  if (current) await updateSettings({ values: { [key]: current.value } });
}

/** Steps that are also done when the administrator keeps what a new hub has. */
const keepActions: Partial<Record<SetupStep, () => Promise<unknown>>> = {
  name: () => keepSetting('site.name'),
  access: () => keepSetting('auth.registration'),
  mail: () => updateSetupChecklist({ works_without_mail: true }),
};

function KeepButton({ step, keep }: { step: SetupStep; keep: () => Promise<unknown> }) {
  const queryClient = useQueryClient();
  const keeping = useActionMutation({
    mutationFn: keep,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: checklistQuery.queryKey }),
    onError: (error) => void alert({ title: text.keepFailed, text: getErrorText(error, messages.common.tryAgain) }),
  });
  return (
    <Button
      variant="default"
      size="sm"
      className={classes.keep}
      isLoading={keeping.isPending}
      aria-label={text.keepNamed(text.steps[step].title)}
      onClick={() => {
        keeping.mutate();
      }}
    >
      {text.keep}
    </Button>
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
          <span>{text.progress(done, data.steps.length)}</span>
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
        {data.steps.map(({ name, is_done }) => {
          const keep = keepActions[name];
          return (
            <li key={name} className={classes.step} data-done={is_done || undefined}>
              {is_done ? (
                <IconCircleCheckFilled size={20} aria-hidden="true" />
              ) : (
                <IconCircle size={20} stroke={1.75} aria-hidden="true" />
              )}
              <div>
                <Link {...links[name]} className={classes.link}>
                  {text.steps[name].title}
                </Link>
                {is_done && <VisuallyHidden>{text.done}</VisuallyHidden>}
                <p className={classes.about}>{text.steps[name].text}</p>
                {keep && !is_done && <KeepButton step={name} keep={keep} />}
                {name === 'demo' && <RemoveDemoButton size="sm" className={classes.keep} />}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
