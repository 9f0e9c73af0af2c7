import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useLoad, type Load } from '../../../src/screens/shared/useLoad.ts';

/** Calls that are answered when the test says so. */
function open() {
  const answers: { resolve(value: unknown): void; reject(error: unknown): void }[] = [];
  const shown: Load<unknown>[] = [];
  const hook = renderHook(() => {
    const made = useLoad(
      () =>
        new Promise<unknown>((resolve, reject) => {
          answers.push({ resolve, reject });
        }),
      [],
    );
    shown.push(made.load);
    return made;
  });
  const answer = (index: number, value: unknown): Promise<void> => act(async () => answers[index]?.resolve(value));
  const fail = (index: number): Promise<void> => act(async () => answers[index]?.reject(new Error('gone')));
  const ask = (how: 'refresh' | 'reload'): Promise<void> => act(async () => hook.result.current[how]());
  return { answers, shown, answer, fail, ask, now: () => hook.result.current.load };
}

it('a refresh that brings the same renders nothing, and one that brings more shows it', async () => {
  const { shown, answer, ask, now } = open();
  await answer(0, { list: [1] });
  const renders = shown.length;
  const before = now();
  await ask('refresh');
  await answer(1, { list: [1] });
  expect([shown.length, now()]).toEqual([renders, before]);
  await ask('refresh');
  await answer(2, { list: [1, 2] });
  expect(now()).toEqual({ state: 'ready', value: { list: [1, 2] } });
});

it('a refresh that fails leaves what is shown; one after a failure that a person saw mends it', async () => {
  const { answer, fail, ask, now } = open();
  await answer(0, 'one');
  await ask('refresh');
  await fail(1);
  expect(now()).toEqual({ state: 'ready', value: 'one' });
  await ask('reload');
  await fail(2);
  expect(now().state).toBe('error');
  await ask('refresh');
  await answer(3, 'two');
  expect(now()).toEqual({ state: 'ready', value: 'two' });
});

it('an answer that was asked for earlier does not take the place of a later one', async () => {
  const { answer, ask, now } = open();
  await answer(0, 'first');
  await ask('refresh');
  await ask('refresh');
  await answer(2, 'third');
  await answer(1, 'second');
  expect(now()).toEqual({ state: 'ready', value: 'third' });
  await ask('refresh');
  await ask('reload');
  await answer(4, 'reloaded');
  await answer(3, 'old');
  expect(now()).toEqual({ state: 'ready', value: 'reloaded' });
});
