import { Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, SignedIn } from '../../../platform/access/decorators.js';
import { notFound, unauthorized } from '../../../platform/http/errors/domain-error.js';
import { AcceptsForm, type Form, FormBody, imageFile } from '../../../platform/http/forms/form-body.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { OwnUserResponse } from '../users/users.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import { PublicProfileResponse, UpdateProfileRequest } from './profile.dto.js';
import { ProfileQueries } from './profile.queries.js';
import { ProfileService } from './profile.service.js';

@ApiTags('profile')
@Controller()
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly queries: ProfileQueries,
    private readonly users: UsersQueries,
  ) {}

  @Put('profile')
  @ApiOperation({ summary: "Changes one's own profile; what is omitted stays", description: 'Answers like /auth/me.' })
  @SignedIn()
  @AcceptsForm(UpdateProfileRequest, {
    avatar: imageFile('JPG, PNG, GIF or WebP, told by its bytes; cropped to a square'),
  })
  @ApiOkResponse({ type: OwnUserResponse })
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
  @ApiOperation({ summary: 'A person as everybody may see them, without their email address' })
  @Public()
  @ApiOkResponse({ type: PublicProfileResponse })
  @ProblemResponses(404)
  async getUserProfile(@Param('id') id: string): Promise<PublicProfileResponse> {
    const profile = await this.queries.find(id);
    if (!profile) throw notFound('This person');
    return profile;
  }
}
