import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';

/** The addresses of sign-in and people in the frontend. */
@Injectable()
export class AuthPages {
  constructor(pages: Pages) {
    pages.add('/login', { title: 'Login' });
    pages.add('/admin/users', { title: 'Users' });
  }
}
