import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsMissing } from '../../../platform/http/empty-as-missing.js';
import { ChoiceField, TextField } from '../../../platform/http/fields.js';

class ProviderResponse {
  @ApiProperty({ description: 'for /auth/external/{provider}', example: 'google' }) name!: string;
  @ApiProperty({ description: 'what the button says', example: 'Google' }) label!: string;
}

export class ProvidersResponse {
  @ApiProperty({ type: [ProviderResponse], description: 'empty when none is configured' }) providers!: ProviderResponse[];
}

export class ExternalSignInQuery {
  @EmptyAsMissing()
  @ChoiceField(['true', 'false'], { label: 'Remember me', enumName: 'RememberMe', optional: true, description: 'true keeps the session for 30 days instead of 7' })
  remember_me?: 'true' | 'false';
}

export class CompleteSignInRequest {
  @TextField({ label: 'The session id', min: 1, max: 100, description: 'from behind the # of /profile', example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM' }) session_id!: string;
}
