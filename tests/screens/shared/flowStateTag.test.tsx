import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FlowStateTag } from '../../../src/screens/shared/FlowStateTag.tsx';
import { stateLabel } from '../../../src/screens/shared/flowState.ts';

afterEach(cleanup);

it.each([
  ['2', false, '已退回'],
  ['2', true, '已撤回'],
  // submitted again: what happened before says nothing any more
  ['1', true, '审批中'],
] as const)(
  'an application in state %s, withdrawn: %s, is called %s, in its tag and in an export',
  (state, isWithdrawn, label) => {
    expect(render(<FlowStateTag state={state} isWithdrawn={isWithdrawn} />).container.textContent).toBe(label);
    expect(stateLabel(state, isWithdrawn)).toBe(label);
  },
);
