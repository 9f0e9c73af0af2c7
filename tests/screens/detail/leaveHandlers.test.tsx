import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useLeaveHandlers } from '../../../src/screens/navigation/useLeaveHandlers.ts';

it('a dialog asks for each unsaved input in it, the last one first, and for none that is gone', () => {
  const asked: string[] = [];
  const handler = (name: string) => {
    let isUnsaved = true;
    return {
      hasUnsaved: () => isUnsaved,
      ask(proceed: () => void) {
        asked.push(name);
        isUnsaved = false;
        proceed();
      },
    };
  };
  const { result } = renderHook(useLeaveHandlers);
  const { register, leave } = result.current;
  register(handler('record'));
  register(handler('dialog'));
  register(handler('gone'))();
  leave(() => asked.push('left'));
  expect(asked).toEqual(['dialog', 'record', 'left']);
});
