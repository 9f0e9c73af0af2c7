import { act, renderHook, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FormSession } from '../../../src/runtime/form/session.ts';
import { beginWork } from '../../../src/runtime/host/pendingWork.ts';
import type { Saver } from '../../../src/screens/detail/saver.ts';
import { useSaving } from '../../../src/screens/detail/useSaving.ts';

it('a record is not saved while its files are on their way, and is once they arrived', async () => {
  const session = {
    toRecord: () => ({ formKey: 'seal', fieldsMap: {}, childTables: {} }),
    markSaved: () => undefined,
  } as unknown as FormSession;
  const send = vi.fn(async () => session.toRecord());
  const { result } = renderHook(() => useSaving(session, { send } as unknown as Saver));
  const first = beginWork(session, 'files');
  const second = beginWork(session, 'files');
  first();
  await act(async () => {
    expect(await result.current.save({ mustBeValid: false })).toBeNull();
  });
  expect(await screen.findByText('附件正在上传，请在上传完成后再操作')).toBeDefined();
  expect(send).not.toHaveBeenCalled();
  second();
  await act(() => result.current.save({ mustBeValid: false }));
  expect(send).toHaveBeenCalledTimes(1);
});

it('nor while rows of a table are still being pasted, filled or imported (EN-016)', async () => {
  const session = {
    toRecord: () => ({ formKey: 'seal', fieldsMap: {}, childTables: {} }),
    markSaved: () => undefined,
  } as unknown as FormSession;
  const send = vi.fn(async () => session.toRecord());
  const { result } = renderHook(() => useSaving(session, { send } as unknown as Saver));
  const end = beginWork(session, 'rows');
  await act(async () => {
    expect(await result.current.run('submit', {})).toBeNull();
  });
  expect(await screen.findByText('明细正在处理，请在处理完成后再操作')).toBeDefined();
  end();
  end();
  await act(() => result.current.save({ mustBeValid: false }));
  expect(send).toHaveBeenCalledTimes(1);
});

it('nothing is sent after the page was left while it waited', async () => {
  const session = { toRecord: () => ({ formKey: 'seal', fieldsMap: {}, childTables: {} }) } as unknown as FormSession;
  const send = vi.fn(async () => session.toRecord());
  const { result, unmount } = renderHook(() => useSaving(session, { send } as unknown as Saver));
  const end = beginWork(session, 'calls');
  const saved = result.current.run('submit', {});
  unmount();
  end();
  expect(await saved).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('a save waits for running calls that fill fields, and is sent with what they have filled (FK-025)', async () => {
  const session = {
    toRecord: () => ({ formKey: 'seal', fieldsMap: {}, childTables: {} }),
    markSaved: () => undefined,
  } as unknown as FormSession;
  const send = vi.fn(async () => session.toRecord());
  const { result } = renderHook(() => useSaving(session, { send } as unknown as Saver));
  const end = beginWork(session, 'calls');
  await act(async () => {
    const saved = result.current.save({ mustBeValid: false });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(send).not.toHaveBeenCalled();
    end();
    expect(await saved).not.toBeNull();
  });
  expect(send).toHaveBeenCalledTimes(1);
});
