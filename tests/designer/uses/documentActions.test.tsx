import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { formKind, KindContext } from '../../../src/designer/document/documentKind.ts';
import { DocumentActions } from '../../../src/designer/uses/DocumentActions.tsx';
import { fakeServices, renderAt } from '../../screens/fakes.tsx';

afterEach(cleanup);

it('a form is copied under a key of its own and opened, disabled and removed, the last two after a question', async () => {
  const [copy, disable, remove] = [vi.fn(), vi.fn(), vi.fn()].map((call) => call.mockResolvedValue(undefined));
  const [onOpen, onChanged] = [vi.fn<(key: string) => void>(), vi.fn<() => void>()];
  const services = fakeServices({ forms: { copy, disable, remove } });
  const one = { key: 'basis', name: '检测依据', version: 2, hasDraft: false, revision: 4, updateTime: '' };
  await renderAt(
    '/m',
    services,
    <KindContext value={formKind(services)}>
      <DocumentActions document={one} usedKeys={['basis', 'basis2']} onOpen={onOpen} onChanged={onChanged} />
    </KindContext>,
  );
  const choose = async (name: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: '“检测依据”的更多操作' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };

  await choose('复制');
  const key = await screen.findByLabelText<HTMLInputElement>('表单键');
  expect(key.value).toBe('basis3');
  fireEvent.change(key, { target: { value: 'basisCopy' } });
  fireEvent.click(document.querySelector('.ant-modal .ant-btn-primary') as Element);
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('basisCopy'));
  expect(copy).toHaveBeenCalledWith('basis', 'basisCopy', '检测依据（副本）');

  for (const [name, call, given] of [
    ['停用', disable, ['basis']],
    ['删除', remove, ['basis', 2, 4]],
  ] as const) {
    onChanged.mockClear();
    await choose(name);
    await screen.findByText(`${name}表单“检测依据”？`, { selector: '.ant-modal-confirm-title' });
    expect(call).not.toHaveBeenCalled();
    const agree = [...document.querySelectorAll('.ant-modal-confirm .ant-btn-dangerous')].at(-1) as Element;
    fireEvent.click(agree);
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(call.mock.calls).toEqual([given]);
  }
});
