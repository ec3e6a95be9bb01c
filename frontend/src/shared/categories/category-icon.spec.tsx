import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { CategoryIcon } from './category-icon';

test.each(['book', 'Icon-Book', 'constructor', 'toString', '__proto__', 'null', '', null])(
  'an icon is drawn for any text: %j',
  (icon) => {
    const { container } = render(<CategoryIcon icon={icon} size={16} />);
    expect(container.querySelector('svg')).not.toBeNull();
  },
);
