import { expect, it } from 'vitest';
import { ACTIONS, AFTER_DUE_OPTIONS, SIGN_MODES } from '../../../src/designer/flow/panel/labels.ts';
import { actionName } from '../../../src/screens/todo/actionNames.ts';

it('a node’s settings call consent and refusal as the buttons of who decides do (A14)', () => {
  const labels = new Map(ACTIONS.map(({ value, label }) => [value, label]));
  expect([labels.get('approve'), labels.get('reject')]).toEqual([actionName('approve'), actionName('reject')]);
  expect(actionName('approve')).toBe('通过');
  const all = [...ACTIONS, ...AFTER_DUE_OPTIONS, ...SIGN_MODES].map(({ label }) => label).join(' ');
  // 不同意 is the name of a refusal
  expect(all.replaceAll(actionName('reject'), '')).not.toContain('同意');
});
