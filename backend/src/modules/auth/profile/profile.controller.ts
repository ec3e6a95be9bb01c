import { Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, SignedIn } from '../../../platform/access/decorators.js';
import { notFound, unauthorized } from '../../../platform/errors/domain-error.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { OwnUserResponse, PublicProfileResponse } from '../users/users.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import { UpdateProfileRequest } from './profile.dto.js';
import { ProfileService } from './profile.service.js';

@ApiTags('profile')
@Controller()
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly users: UsersQueries,
  ) {}

  @Put('profile')
  @ApiOperation({ summary: "Update the signed-in user's profile", description: 'Omitted fields stay unchanged.' })
  @SignedIn()
  @AcceptsForm(UpdateProfileRequest, {
    avatar: imageFile('JPEG, PNG, GIF, WebP or AVIF, detected by its content; cropped to a square'),
  })
  @ApiOkResponse({ description: 'The updated account, as from GET /auth/me', type: OwnUserResponse })
  async updateProfile(
    @FormBody(UpdateProfileRequest) form: Form<UpdateProfileRequest, 'avatar'>,
    @CurrentActor() actor: Actor,
  ): Promise<OwnUserResponse> {
    await this.profiles.update(actor, form);
    const user = await this.users.findOwn(actor.userId);
    if (!user) throw unauthorized();
    return user;
  }

  @Get('users/:id/profile')
  @ApiOperation({ summary: "Get a user's public profile", description: 'Never includes the email address.' })
  @Public()
  @ApiOkResponse({ description: 'The public profile', type: PublicProfileResponse })
  @ProblemResponses({ 404: 'No such user' })
  async getUserProfile(@Param('id') id: string): Promise<PublicProfileResponse> {
    const profile = await this.users.findProfile(id);
    if (!profile) throw notFound('user');
    return profile;
  }
}
