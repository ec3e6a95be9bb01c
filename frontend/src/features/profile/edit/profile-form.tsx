import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { profile } from '../../../messages/profile';
import { Button } from '../../../ui/button';
import { WebAddressField } from '../../../ui/fields';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { TagsField } from '../../../ui/tags-field';
import { useMailObstacle } from '../notifications/queries';
import { AvatarField } from './avatar-field';
import { SignatureField } from './signature-field';
import { useProfileForm } from './use-profile-form';
import classes from './profile-form.module.css';

const text = profile.form;

/** The user's public profile and notification preferences. */
export function ProfileForm({ user }: { user: OwnUserResponse }) {
  const element = useRef<HTMLFormElement>(null);
  const [typedSkill, setTypedSkill] = useState('');
  const { form, formError, avatar, setAvatar, submit, discard, isDirty, isPending } = useProfileForm(user, element);
  const mailObstacle = useMailObstacle(user);

  return (
    <form ref={element} noValidate className={classes.form} onSubmit={submit}>
      <FormError text={formError} />
      <AvatarField name={user.name} current={user.avatar_url} change={avatar} onChange={setAvatar} />
      <TextInput label={text.name} {...requiredProps} autoComplete="name" {...form.getInputProps('name')} />
      <Textarea label={text.bio} description={text.bioHint} rows={4} {...form.getInputProps('bio')} />
      <TagsField
        label={text.skills}
        description={text.skillsHint}
        inputValue={typedSkill}
        onInputChange={setTypedSkill}
        suggestions={[]}
        value={form.values.skills}
        error={form.errors['skills']}
        onChange={(skills) => {
          form.setFieldValue('skills', skills);
        }}
      />
      <div className={classes.pair}>
        <TextInput label={text.location} {...form.getInputProps('location')} />
        <WebAddressField
          label={text.website}
          autoComplete="url"
          placeholder={text.websitePlaceholder}
          {...form.getInputProps('website')}
        />
      </div>
      <SignatureField
        value={form.values.signature}
        error={form.errors['signature']}
        onChange={(signature) => {
          form.setFieldValue('signature', signature);
        }}
      />
      <fieldset className={classes.fieldset}>
        <legend>{text.notifications}</legend>
        <Checkbox
          label={text.byBell}
          {...form.getInputProps('notification_preferences.in_app', { type: 'checkbox' })}
        />
        <Checkbox
          label={text.byEmail}
          description={mailObstacle}
          {...form.getInputProps('notification_preferences.email', { type: 'checkbox' })}
        />
        <Link to="/user/profile" search={{ tab: 'notifications' }}>
          {text.byTopic}
        </Link>
      </fieldset>
      <div className={classes.actions}>
        <Button type="submit" isLoading={isPending}>
          {text.save}
        </Button>
        {isDirty && !isPending && (
          <Button variant="subtle" onClick={discard}>
            {text.discard}
          </Button>
        )}
      </div>
    </form>
  );
}
