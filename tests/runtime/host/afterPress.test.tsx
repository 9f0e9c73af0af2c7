import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { trackPresses } from '../../../src/runtime/host/afterPress.ts';
import { settle } from '../../widgets/support.tsx';
import { NAME, session, show } from '../support.tsx';

const stop = trackPresses(document);
afterEach(() => {
  fireEvent.pointerUp(document.body);
});

test('the error of a field that is left by a press on the page appears once the button is up, not under the mouse', async () => {
  await show(session({ fields: [{ ...NAME, required: true }] }));
  const box = screen.getByRole('textbox');
  box.focus();
  fireEvent.pointerDown(document.body);
  fireEvent.blur(box);
  await settle(20);
  expect(document.querySelector('.sf-error')).toBeNull();
  fireEvent.pointerUp(document.body);
  await settle(20);
  expect(document.querySelector('.sf-error')).not.toBeNull();
});

test('left by the keyboard it is told at once', async () => {
  await show(session({ fields: [{ ...NAME, required: true }] }));
  const box = screen.getByRole('textbox');
  box.focus();
  fireEvent.blur(box);
  await settle(20);
  expect(document.querySelector('.sf-error')).not.toBeNull();
  stop();
});
