import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { Role } from '../role.entity.js';
import type { SetRoleStyleRequest } from './role-styling.dto.js';
import { defaultStyle, differences, type StyleTokens } from './style-tokens.js';

/** Decides how the badges of roles look. */
@Injectable()
export class RoleStylingService {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Keeps what differs from the default; the rest follows the role from then on. */
  async style(actor: Actor, roleName: string, request: SetRoleStyleRequest): Promise<void> {
    await this.change(actor, roleName, 'role.styled', (role) => {
      const fallback = defaultStyle(role);
      return differences(tokensOf(request, fallback), fallback);
    });
  }

  async reset(actor: Actor, roleName: string): Promise<void> {
    await this.change(actor, roleName, 'role.style_reset', () => ({}));
  }

  private async change(
    actor: Actor,
    roleName: string,
    action: string,
    styleOf: (role: Role) => Partial<StyleTokens>,
  ): Promise<void> {
    await this.database.transaction(async (em) => {
      const role = await em.findOne(Role, { name: roleName }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!role) throw notFound('This role');
      const before = role.style;
      role.style = styleOf(role);
      await em.flush();
      await this.audit.record({
        actor,
        action,
        subject: { type: 'role', id: role.name },
        before: { style: before },
        after: { style: role.style },
      });
    });
  }
}

/** One field after the other, so that nothing but these is ever stored. Where empty has no meaning of its own, it means the default. */
const tokensOf = (request: SetRoleStyleRequest, fallback: StyleTokens): StyleTokens => ({
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
