import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { newProcessText } from '../../../src/designer/flow/steps/planText.ts';
import { usePlan, type EditablePlan } from '../../../src/designer/flow/steps/usePlan.ts';

afterEach(cleanup);

it('the list shows the text again that it has written, after another text was shown meanwhile', async () => {
  const former = await newProcessText('leave', '请假');
  let written = '';
  const hook = renderHook(
    ({ text }) =>
      usePlan({
        text,
        latest: async () => text,
        replace: () => undefined,
        change: (next) => void next(text).then((result) => (written = result)),
      }),
    { initialProps: { text: former } },
  );
  const names = ({ readResult }: EditablePlan): (string | null)[] =>
    readResult?.ok ? readResult.plan.steps.map((step) => (step.kind === 'branch' ? null : step.name)) : [];
  await waitFor(() => expect(names(hook.result.current)).toEqual(['部门负责人审批']));
  const { readResult, change } = hook.result.current;
  if (!readResult?.ok) throw new Error('the process is a list of steps');
  act(() =>
    change({ ...readResult.plan, steps: readResult.plan.steps.map((step) => ({ ...step, name: '总经理审批' })) }),
  );
  await waitFor(() => expect(written).toContain('总经理审批'));
  hook.rerender({ text: written });
  hook.rerender({ text: former });
  await waitFor(() => expect(names(hook.result.current)).toEqual(['部门负责人审批']));
  hook.rerender({ text: written });
  await waitFor(() => expect(names(hook.result.current)).toEqual(['总经理审批']));
});
