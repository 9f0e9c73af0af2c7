import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ActionButtons } from '../../../src/screens/systemList/ActionButtons.tsx';
import type { SystemAction } from '../../../src/screens/systemList/rows.ts';

const action = (name: string): SystemAction => ({ name, label: `做${name}` }) as SystemAction;
const shown = (count: number): Element => {
  const actions = Array.from({ length: count }, (_none, at) => action(`a${at}`));
  return render(<ActionButtons actions={actions} row={{}} onRun={() => undefined} />).container;
};

it('a row that offers nothing has no line of buttons, which would stand empty in a card', () => {
  expect(shown(0).innerHTML).toBe('');
  expect([...shown(3).querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    '做a0',
    '做a1',
    '做a2',
  ]);
  expect([...shown(4).querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    '做a0',
    '做a1',
    expect.stringMatching(/更\s*多/),
  ]);
});
