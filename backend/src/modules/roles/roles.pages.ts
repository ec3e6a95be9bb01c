import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';

/** The frontend's pages of the role administration. */
@Injectable()
export class RolesPages {
  constructor(pages: Pages) {
    pages.add('/admin/role-display', { title: 'Role Display' });
    pages.add('/admin/permissions', { title: 'Permissions' });
    pages.add('/admin/role-styling', { title: 'Role Styling' });
    pages.add('/admin/roles', { title: 'Roles' });
  }
}
