import { USER_NAME_MAX } from '@hub/shared/limits';
import {
  EmailField,
  EmptyAsUndefined,
  FlagField,
  NewPasswordField,
  TextField,
  TypedPasswordField,
} from '../../../platform/http/validation/fields.js';

export class LoginRequest {
  @EmailField({ label: 'emailAddress', example: 'ada@example.org' }) email!: string;
  @TypedPasswordField({ label: 'password', example: 'correct horse battery staple' })
  password!: string;
  @FlagField({ label: 'rememberMe', optional: true, description: 'keeps the session for 30 days instead of 7' })
  remember_me?: boolean;
}

export class RegisterRequest {
  @EmailField({ label: 'emailAddress', example: 'ada@example.org' }) email!: string;
  @TextField({ label: 'name', singleLine: true, min: 1, max: USER_NAME_MAX, example: 'Ada Lovelace' })
  name!: string;
  @NewPasswordField({ label: 'password', example: 'correct horse battery staple' })
  password!: string;
  @FlagField({ label: 'rememberMe', optional: true, description: 'keeps the session for 30 days instead of 7' })
  remember_me?: boolean;
  @EmptyAsUndefined()
  @TextField({
    label: 'invitation',
    description: 'token of an invitation or registration link; `email` must be its address',
    max: 100,
    optional: true,
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  invitation?: string;
}
