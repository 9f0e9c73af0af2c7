import type { KeyboardEvent } from 'react';

/**
 * Key handler for the input of a select while the search for the typed text is not answered, and the options of an
 * earlier search are still shown: prevents Enter and Tab from choosing one of them.
 */
export function blockSelectionKeys(event: KeyboardEvent): void {
  const isOpen = (event.target as Element).getAttribute('aria-expanded') === 'true';
  if (!isOpen || (event.key !== 'Enter' && event.key !== 'Tab')) return;
  // Tab still moves to the next control
  if (event.key === 'Enter') event.preventDefault();
  event.stopPropagation();
}
