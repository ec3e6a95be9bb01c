import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { updateSettings } from '../../../api/generated/administration/administration';
import { getErrorText } from '../../../api/problem';
import { setSiteSettings, toSiteSettings } from '../../../lib/site-settings';
import { settingsTexts as text } from '../../../messages/admin-settings';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { useFocusWhenLinked } from '../../../shared/use-focus-when-linked';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import { toast } from '../../../ui/toast/toast';
import { type FieldValues, findChanges, toFieldValues, validateNumbers, withFieldNames } from './field-values';
import { settingsQuery } from './queries';
import type { SettingMap } from './setting-map';
import classes from './settings.module.css';

export type SettingsFormState = UseFormReturnType<FieldValues>;

export interface SectionProps {
  settings: SettingMap;
  onDirtyChange: (section: string, isDirty: boolean) => void;
}

interface SettingsFormProps extends SectionProps {
  id: string;
  title: string;
  lead: string;
  /** The keys of the settings in this section. */
  keys: readonly string[];
  /** Errors by field name, besides those of numbers. */
  validate?: (values: FieldValues) => Record<string, string>;
  children: (form: SettingsFormState) => ReactNode;
}

interface SectionFrameProps {
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}

/** A section of the screen; its id is the target of a link. */
export function SectionFrame({ id, title, lead, children }: SectionFrameProps) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  useFocusWhenLinked(section, id);
  return (
    <section ref={section} id={id} aria-labelledby={headingId} className={classes.section}>
      <h2 id={headingId} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      <p className={classes.lead}>{lead}</p>
      {children}
    </section>
  );
}

/** Saves the changed settings of one section, and shows them in the page. */
function useSettingsForm({ settings, keys, validate, title, onDirtyChange }: SettingsFormProps) {
  const queryClient = useQueryClient();
  const saved = toFieldValues(settings, keys);
  const form = useForm<FieldValues>({
    initialValues: saved,
    validate: (values) => ({ ...validateNumbers(settings, values), ...validate?.(values) }),
  });
  const isDirty = Object.keys(findChanges(settings, keys, form.values)).length > 0;
  useEffect(() => {
    onDirtyChange(title, isDirty);
  }, [title, isDirty, onDirtyChange]);
  const submission = useFormSubmit({
    form,
    submit: async (values) => {
      try {
        return await updateSettings({ values: findChanges(settings, keys, values) });
      } catch (error) {
        throw withFieldNames(error);
      }
    },
    onSuccess: ({ message, ...response }) => {
      const stored = new Map(response.settings.map((setting) => [setting.key, setting]));
      form.setValues(toFieldValues(stored, keys));
      setSiteSettings(toSiteSettings(Object.fromEntries([...stored].map(([key, { value }]) => [key, value]))));
      queryClient.setQueryData(settingsQuery.queryKey, response);
      toast(message);
    },
    getErrorText: (error) => getErrorText(error, text.saveFailed),
  });
  const discard = () => {
    form.setValues(saved);
    form.clearErrors();
  };
  return { form, isDirty, discard, ...submission };
}

/** The form of one section, which is saved by itself. */
export function SettingsForm(props: SettingsFormProps) {
  const { id, title, lead, children } = props;
  const { form, formProps, formError, isPending, isDirty, discard } = useSettingsForm(props);
  return (
    <SectionFrame id={id} title={title} lead={lead}>
      <form {...formProps}>
        <FormError text={formError} />
        {/* While saving, because later input would be lost. */}
        <fieldset aria-label={title} disabled={isPending} className={classes.fields}>
          {children(form)}
        </fieldset>
        <div className={classes.actions}>
          <Button type="submit" aria-label={text.saveSection(title)} disabled={!isDirty} isLoading={isPending}>
            {text.save}
          </Button>
          {isDirty && !isPending && (
            <Button variant="subtle" onClick={discard}>
              {text.discard}
            </Button>
          )}
          <span role="status" className={classes.status}>
            {isDirty && !isPending ? text.unsaved : ''}
          </span>
        </div>
      </form>
    </SectionFrame>
  );
}
