import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import type { Role } from '../role/role.js';
import { RolesRepository } from '../role/roles.repository.js';
import type { SetRoleStyleRequest } from './role-styling.dto.js';
import { defaultStyle, styleDifferences, type StyleTokens } from '../role/style-tokens.js';

/** Changes the styles of badges. */
@Injectable()
export class RoleStylingService {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesRepository,
    private readonly audit: Audit,
  ) {}

  /** Stores only the differences from the default. */
  async setStyle(actor: Actor, roleName: string, request: SetRoleStyleRequest): Promise<void> {
    await this.updateStyle(actor, roleName, 'role.styled', (role) => {
      const fallback = defaultStyle(role);
      return styleDifferences(toTokens(request, fallback), fallback);
    });
  }

  async reset(actor: Actor, roleName: string): Promise<void> {
    await this.updateStyle(actor, roleName, 'role.style_reset', () => ({}));
  }

  private async updateStyle(
    actor: Actor,
    roleName: string,
    action: string,
    createStyle: (role: Role) => Partial<StyleTokens>,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const role = await this.roles.lock('name', roleName);
      const style = createStyle(role);
      await this.database.db
        .updateTable('roles')
        .set({ style: JSON.stringify(style) })
        .where('name', '=', role.name)
        .execute();
      await this.audit.record({
        actor,
        action,
        subject: { type: 'role', id: role.name },
        before: { style: role.style },
        after: { style },
      });
    });
  }
}

/** Lists the fields, so that no others are stored. Empty means the default where it has no meaning of its own. */
const toTokens = (request: SetRoleStyleRequest, fallback: StyleTokens): StyleTokens => ({
  display_name: request.display_name || fallback.display_name,
  background_color: request.background_color || fallback.background_color,
  text_color: request.text_color ?? fallback.text_color,
  border_color: request.border_color ?? fallback.border_color,
  font_weight: request.font_weight ?? fallback.font_weight,
  font_size: request.font_size ?? fallback.font_size,
  border_radius: request.border_radius ?? fallback.border_radius,
  padding: request.padding ?? fallback.padding,
  margin: request.margin ?? fallback.margin,
  css_class: request.css_class || fallback.css_class,
  is_active: request.is_active ?? fallback.is_active,
});
