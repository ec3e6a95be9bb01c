import {
  EmailField,
  FlagField,
  NewPasswordField as PasswordField,
  TextField,
  TypedPasswordField,
} from '../../../platform/http/validation/fields.js';

const NewPasswordField = () => PasswordField({ label: 'password', example: 'correct horse battery staple' });
const LinkTokenField = () =>
  TextField({
    label: 'token',
    min: 1,
    max: 100,
    description: 'from behind the # of the link in the mail',
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  });

export class SetupPasswordRequest {
  @NewPasswordField() password!: string;
}

export class ChangePasswordRequest {
  @TypedPasswordField({ label: 'currentPassword', example: 'correct horse battery staple' })
  current_password!: string;
  @NewPasswordField() password!: string;
  @FlagField({
    label: 'revokeApiTokens',
    optional: true,
    description: 'also revokes all API tokens of the user, which is the default; false keeps them',
  })
  revoke_api_tokens?: boolean;
}

export class ForgotPasswordRequest {
  @EmailField({ label: 'emailAddress', example: 'ada@example.org' }) email!: string;
}

export class ResetPasswordRequest {
  @LinkTokenField() token!: string;
  @NewPasswordField() password!: string;
}

export class VerifyEmailRequest {
  @LinkTokenField() token!: string;
}
