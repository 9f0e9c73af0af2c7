import { expect, it } from 'vitest';
import { ACTIONS, AFTER_DUE_OPTIONS, SIGN_MODES, jointDecisionText } from '../../../src/designer/flow/panel/labels.ts';
import { DECISION_NAMES } from '../../../src/domain/decisionNames.ts';
import { actionName } from '../../../src/screens/todo/actionNames.ts';
import { recordActionName } from '../../../src/server/auditTrail/displayNames.ts';

const labelOf = (list: readonly { value: string; label: string }[], value: string): string =>
  list.find((one) => one.value === value)?.label ?? '';

it('settings of a node, the buttons of its holders and the audit log call a decision by the same name', () => {
  for (const [action, name] of Object.entries(DECISION_NAMES)) {
    expect(actionName(action)).toBe(name);
    expect(recordActionName(action)).toBe(name);
  }
  expect(labelOf(ACTIONS, 'approve')).toBe(DECISION_NAMES.approve);
  expect(labelOf(ACTIONS, 'reject')).toBe(DECISION_NAMES.reject);
  expect(labelOf(AFTER_DUE_OPTIONS, 'pass')).toContain(DECISION_NAMES.approve);
});

it('no setting asks for a consent that no button gives', () => {
  const texts = [...ACTIONS, ...SIGN_MODES, ...AFTER_DUE_OPTIONS].map(({ label }) => label);
  for (const text of [...texts, jointDecisionText({ mode: 'ratio', ratio: '0.5' })])
    expect(text.replaceAll(DECISION_NAMES.reject, '')).not.toContain('同意');
});
