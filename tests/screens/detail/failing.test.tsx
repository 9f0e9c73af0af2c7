import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Transition } from '../../../src/runtime/services/tasks.ts';
import { DetailBlock } from '../../../src/screens/detail/DetailBlock.tsx';
import { aRecord, fakeServices, FORM, lost, renderAt } from '../fakes.tsx';

const detail = <DetailBlock node={{ tag: 'detail' }} path={['root']} />;
const button = (name: string): HTMLButtonElement =>
  document.querySelector(`[data-action="${name}"]`) as HTMLButtonElement;
const type = (value: string): void => {
  fireEvent.change(document.querySelector('[data-field="name"] input') as Element, { target: { value } });
};

let shown: HTMLElement[] = [];
beforeEach(() => {
  localStorage.clear();
  shown = [];
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.className === 'sc-record-header' ? 78 : 0;
  });
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    shown.push(this);
  });
});
afterEach(() => vi.restoreAllMocks());

describe('a save that failed', () => {
  it('says so in view, below the header that stays, each time', async () => {
    await renderAt(
      '/d?formKey=seal&isEdit=1',
      fakeServices({ records: { save: () => Promise.reject(lost()) } }),
      detail,
    );
    type('公章');
    for (const name of ['save', 'retry']) {
      shown = [];
      fireEvent.click(button(name));
      await waitFor(() => expect(shown.map((element) => element.getAttribute('role'))).toEqual(['alert']));
      expect(shown[0].textContent).toContain('无法连接服务器，请检查网络后重试');
      expect(shown[0].style.scrollMarginTop).toBe('90px');
    }
  });

  it('lists what is said twice about the same place once', async () => {
    const complaint = (code: string, path: string[], message: string) =>
      ({ code, path, message, params: {}, level: 'error' }) as never;
    const problems = [
      complaint('VALUE_PATTERN', ['fieldsMap', 'name'], '名称：格式不对'),
      complaint('VALUE_LENGTH', ['fieldsMap', 'name'], '名称：格式不对'),
      complaint('EFFECT_FAILED', ['fieldsMap', 'gone'], '库存不足'),
      complaint('EFFECT_FAILED', ['fieldsMap', 'away'], '库存不足'),
    ];
    const save = () => Promise.reject(new ServiceError('RECORD_INVALID', '请检查填写内容', { problems }));
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    type('公章');
    fireEvent.click(button('save'));
    const summary = await screen.findByText('请检查填写内容，共 2 处');
    const items = [...(summary.closest('[role="alert"]')?.querySelectorAll('li') ?? [])];
    expect(items.map(({ textContent }) => textContent)).toEqual(['库存不足', '名称：格式不对']);
  });

  it('leads to the field that is wrong, where it is one', async () => {
    const refusal = new ServiceError('RECORD_INVALID', '请检查填写内容', {
      problems: [
        { code: 'VALUE_PATTERN', path: ['fieldsMap', 'name'], message: '名称：与制度不符', params: {}, level: 'error' },
      ],
    });
    await renderAt(
      '/d?formKey=seal&isEdit=1',
      fakeServices({ records: { save: () => Promise.reject(refusal) } }),
      detail,
    );
    type('公章');
    fireEvent.click(button('save'));
    await screen.findAllByText(/名称：与制度不符/);
    expect(shown.filter((element) => element.getAttribute('role') === 'alert')).toEqual([]);
  });

  it('blames no field that was corrected meanwhile, and says that it is to be saved again', async () => {
    const refusal = new ServiceError('RECORD_INVALID', '请检查填写内容', {
      problems: [
        { code: 'VALUE_TAKEN', path: ['fieldsMap', 'name'], message: '名称“公章”已存在', params: {}, level: 'error' },
      ],
    });
    let refuse: (error: unknown) => void = () => undefined;
    const save = () => new Promise<FormRecord>((_resolve, reject) => (refuse = reject));
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save } }), detail);
    type('公章');
    fireEvent.click(button('save'));
    await waitFor(() => expect(button('save').className).toContain('loading'));
    type('财务章');
    await act(async () => refuse(refusal));
    await screen.findByText('刚才的保存未成功，内容已更正，请再保存一次');
    expect(screen.queryByText(/已存在/)).toBeNull();
    expect(screen.queryByText(/请检查填写内容/)).toBeNull();
  });
});

describe('an act that failed, tried again', () => {
  const running = aRecord('r1', { name: '公章' }, { flwState: '1', taskNode: '审核', createBy: 'u9' });
  const FLOW = {
    definition: async () => ({ ...FORM, flowKey: 'f' }),
    flowConfig: async () => ({
      formKey: 'seal',
      flowKey: 'f',
      nodes: [
        { taskNode: '审核', fields: {}, tables: {}, actions: ['approve' as const, 'return' as const, 'save' as const] },
      ],
    }),
  };
  const failing = <T,>(answer: T) => vi.fn(async (): Promise<T> => answer).mockRejectedValueOnce(lost());
  const open = (records: object) =>
    renderAt(
      '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1',
      fakeServices({ forms: FLOW, records: { get: async () => running, ...records } }),
      detail,
    );

  it('says what was done', async () => {
    const run = failing<FormRecord>({ ...running, flwState: '2' }) as (
      key: string,
      transition: Transition,
    ) => Promise<FormRecord>;
    await open({ run });
    fireEvent.click(button('return'));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '缺附件' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /确\s*定/ }));
    await waitFor(() => expect(button('retry')).toBeTruthy());
    await act(async () => fireEvent.click(button('retry')));
    await screen.findByText('已退回申请人');
    expect(screen.queryByText('办理成功')).toBeNull();
  });

  it('was a save: it is saved, and the task stays open', async () => {
    await open({ save: failing<FormRecord>({ ...running, revision: 2 }) });
    fireEvent.click(button('save'));
    await waitFor(() => expect(button('retry')).toBeTruthy());
    await act(async () => fireEvent.click(button('retry')));
    await screen.findByText('保存成功');
    expect(screen.queryByText('办理成功')).toBeNull();
    expect(button('approve')).not.toBeNull();
  });
});

describe('when the browser is online again', () => {
  const FLOW = {
    definition: async () => ({ ...FORM, flowKey: 'f' }),
    flowConfig: async () => ({
      formKey: 'seal',
      flowKey: 'f',
      nodes: [{ taskNode: '提交申请', isStart: true, fields: {}, tables: {}, actions: ['submit' as const] }],
    }),
  };
  const goOnline = () =>
    act(async () => {
      window.dispatchEvent(new Event('online'));
    });
  const open = async () => {
    let isOffline = true;
    const save = vi.fn(async (_key: string, record: FormRecord): Promise<FormRecord> => {
      if (isOffline) throw lost();
      return { ...record, id: 'r1', revision: 1, flwState: '0', version: 1 };
    });
    const run = vi.fn(async (_key: string, { record }: Transition): Promise<FormRecord> => ({
      ...record,
      id: 'r1',
      flwState: '1',
    }));
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ forms: FLOW, records: { save, run } }), detail);
    type('公章');
    fireEvent.click(button('save'));
    await waitFor(() => expect(button('retry')).toBeTruthy());
    return {
      save,
      run,
      setOnline: () => {
        isOffline = false;
      },
    };
  };

  it('a save that was not answered is repeated', async () => {
    const { save, run, setOnline } = await open();
    setOnline();
    await goOnline();
    await screen.findByText('保存成功');
    expect([save.mock.calls.length, run.mock.calls.length]).toEqual([2, 0]);
  });

  it('an act that failed with the save before it is not sent until somebody asks for it', async () => {
    const { save, run, setOnline } = await open();
    fireEvent.click(button('submit'));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(button('retry')).toBeTruthy());
    setOnline();
    await goOnline();
    expect([save.mock.calls.length, run.mock.calls.length]).toEqual([2, 0]);
    await act(async () => fireEvent.click(button('retry')));
    await screen.findByText('提交成功');
    expect([save.mock.calls.length, run.mock.calls.length]).toEqual([3, 1]);
  });
});
