import { USER_NAME_MAX } from '@hub/shared/limits';
import { EmailField, NewPasswordField, TextField } from '../../../platform/http/validation/fields.js';
import { RegisterPasskeyRequest } from '../passkeys/passkeys.dto.js';

const TokenField = () =>
  TextField({
    label: 'token',
    description: 'from the link in the terminal',
    min: 1,
    max: 100,
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  });
const AddressField = () => EmailField({ label: 'emailAddress', example: 'ada@example.org' });
const NameField = () =>
  TextField({ label: 'name', singleLine: true, min: 1, max: USER_NAME_MAX, example: 'Ada Lovelace' });

/** Who becomes the first administrator. */
export class SetupPasskeyOptionsRequest {
  @TokenField() token!: string;
  @AddressField() email!: string;
  @NameField() name!: string;
}

export class SetupRequest extends SetupPasskeyOptionsRequest {
  @NewPasswordField({ label: 'password', example: 'correct horse battery staple' })
  password!: string;
}

/** The passkey of options from `POST /setup/passkey-options`; it belongs to the account that they were created for. */
export class SetupPasskeyRequest extends RegisterPasskeyRequest {
  @TokenField() token!: string;
}
