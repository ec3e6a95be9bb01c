export const admin = {
  frame: {
    label: 'Administration',
    groups: {
      overview: 'Overview',
      content: 'Content',
      community: 'Community',
      people: 'People and roles',
      system: 'System',
    },
    categories: 'Categories',
    users: 'Users',
    roles: 'Roles',
    permissions: 'Permissions',
    roleDisplay: 'Role display',
    roleStyling: 'Role styling',
    roleCodes: 'Role codes',
    choose: (current: string) => `Administration: ${current}`,
  },
};
