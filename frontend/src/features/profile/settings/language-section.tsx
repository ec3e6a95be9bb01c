import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { languages } from '@hub/shared/languages';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { updateProfile } from '../../../api/generated/profile/profile';
import { getErrorText } from '../../../api/problem';
import { languageOptions } from '../../../lib/language-names';
import { profile } from '../../../messages/profile';
import { updateCurrentUser } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { SelectField } from '../../../ui/fields';
import classes from '../own-profile.module.css';
import { SettingsSection } from './settings-section';

const text = profile.language;
const AUTOMATIC = 'auto';

/** The language of pages and mails. Saving loads the page again. */
export function LanguageSection({ user }: { user: OwnUserResponse }) {
  const queryClient = useQueryClient();
  const stored = user.language ?? AUTOMATIC;
  const [language, setLanguage] = useState(stored);
  const saving = useActionMutation({
    mutationFn: () => updateProfile({ language }),
    onSuccess: (updated) => {
      updateCurrentUser(queryClient, updated);
      window.location.reload();
    },
    onError: (error) => void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) }),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <SettingsSection title={text.title} description={text.lead}>
      <form className={classes.form} onSubmit={save}>
        <SelectField
          aria-label={text.title}
          data={[{ value: AUTOMATIC, label: text.automatic }, ...languageOptions]}
          value={language}
          onChange={(event) => {
            setLanguage(languages.find((each) => each === event.currentTarget.value) ?? AUTOMATIC);
          }}
        />
        <Button type="submit" isLoading={saving.isPending} disabled={language === stored}>
          {text.save}
        </Button>
      </form>
    </SettingsSection>
  );
}
