import { EmailField, TextField } from '../../../platform/http/validation/fields.js';

const NewPasswordField = () =>
  TextField({ label: 'The password', min: 6, max: 200, trim: false, example: 'correct horse battery staple' });
const LinkTokenField = () =>
  TextField({
    label: 'The token',
    min: 1,
    max: 100,
    description: 'from behind the # of the link in the mail',
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  });

export class SetupPasswordRequest {
  @NewPasswordField() password!: string;
}

export class ChangePasswordRequest {
  @TextField({ label: 'The current password', min: 1, max: 200, trim: false, example: 'correct horse battery staple' })
  current_password!: string;
  @NewPasswordField() password!: string;
}

export class ForgotPasswordRequest {
  @EmailField({ label: 'The email address', example: 'ada@example.org' }) email!: string;
}

export class ResetPasswordRequest {
  @LinkTokenField() token!: string;
  @NewPasswordField() password!: string;
}

export class VerifyEmailRequest {
  @LinkTokenField() token!: string;
}
