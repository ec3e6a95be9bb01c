import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import './forms.css';

/** Props of a required field. The style sheet draws the asterisk, which keeps it out of the accessible name. */
export const requiredProps = { required: true, withAsterisk: false, labelProps: { mod: { required: true } } } as const;
