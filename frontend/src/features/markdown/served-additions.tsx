import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CardOf } from './card-slot';
import { renderFigures } from './figures';

/** Cards, formulas and diagrams in a text that the server has rendered. Most texts have none of them. */
export default function ServedAdditions({ text }: { text: HTMLElement }) {
  const [cards] = useState(() => [...text.querySelectorAll<HTMLElement>('[data-card]')]);
  useEffect(() => renderFigures(text), [text]);
  return cards.map((place, index) =>
    createPortal(
      <CardOf address={place.dataset['card'] ?? ''} words={place.dataset['words'] ?? ''} />,
      place,
      String(index),
    ),
  );
}
