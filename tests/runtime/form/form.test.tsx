import { act, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkFailedCalls } from '../../../src/runtime/host/failedCalls.ts';
import * as notices from '../../../src/runtime/host/notice.ts';
import { pendingWork } from '../../../src/runtime/host/pendingWork.ts';
import { reports, stubObserver } from '../../support/fakeObserver.ts';
import { fakeServices, settle } from '../../widgets/support.tsx';
import { COUNT, frame, NAME, PRICE, record, SEAL, session, show, TOTAL } from '../support.tsx';

describe('the frame', () => {
  test('names its control, marks it required and tells an error by aria', async () => {
    const form = session({ fields: [{ ...NAME, help: '与合同一致' }] });
    await show(form);
    const input = screen.getByLabelText(/名称/);
    expect(frame('name')?.dataset.mode).toBe('edit');
    expect(input.getAttribute('aria-required')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('与合同一致');
    act(() => {
      form.validate();
    });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('请填写名称');
  });

  test('shows text instead of a control where editing is not allowed (ED-002)', async () => {
    await show(
      session({
        fields: [{ ...NAME, readonly: true }, SEAL],
        record: record({ name: '甲', seal: '2' }),
        situation: { isEdit: '0' },
      }),
    );
    expect(frame('name')?.dataset.mode).toBe('view');
    expect(frame('seal')?.textContent).toBe('印章合同章');
    expect(document.querySelector('input')).toBeNull();
  });

  test('a value with a HyperlinkUrl is a link into the product in a new window, filled from the form; nothing links to nothing (HL-001…003)', async () => {
    await show(
      session({
        fields: [
          { ...NAME, readonly: true, HyperlinkUrl: '/a/b?id=#id&seal=#seal#&x=1' },
          { ...SEAL, HyperlinkUrl: '/a?x=#gone' },
        ],
        record: record({ name: '甲', seal: '2 &' }),
        situation: { isEdit: '0' },
      }),
    );
    const link = screen.getByRole('link', { name: '甲' });
    expect([link.getAttribute('href')?.split('#')[1], link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      expect.stringMatching(/^\/a\/b\?id=\w*&seal=2%20%26&x=1$/),
      '_blank',
      'noopener noreferrer',
    ]);
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    fireEvent.click(link);
    expect(open).toHaveBeenCalledWith(link.getAttribute('href'), '_blank', 'noopener');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    open.mockRestore();
  });

  test('a field of the layout that is hidden still goes with the record (isHideField)', async () => {
    const form = session({ fields: [{ ...NAME, isHideField: '1', required: false }], record: record({ name: '甲' }) });
    await show(form);
    expect(frame('name')).toBeNull();
    expect(form.toRecord().fieldsMap).toEqual({ name: '甲' });
  });

  test('takes its columns of the grid', async () => {
    await show(session({ fields: [{ ...NAME, span: 8 }] }));
    expect(frame('name')?.style.getPropertyValue('--span')).toBe('8');
  });
});

describe('editing', () => {
  test('typing reaches the computed field on screen', async () => {
    await show(session({ fields: [COUNT, PRICE, TOTAL] }));
    fireEvent.change(screen.getByLabelText('数量'), { target: { value: '3' } });
    fireEvent.change(screen.getByLabelText('单价'), { target: { value: '2.5' } });
    await settle();
    expect(frame('total')?.textContent).toBe('合计7.50');
  });

  test('a condition shows and hides a field while typing', async () => {
    await show(session({ fields: [COUNT, { ...NAME, visibleWhen: 'count > 1.0' }] }));
    expect(frame('name')).toBeNull();
    fireEvent.change(screen.getByLabelText('数量'), { target: { value: '2' } });
    await settle();
    expect(frame('name')).not.toBeNull();
  });

  test('leaving a field judges it', async () => {
    await show(session({ fields: [NAME] }));
    fireEvent.blur(screen.getByLabelText(/名称/));
    await settle();
    expect(frame('name')?.textContent).toContain('请填写名称');
  });

  test('a watched field asks its address with the form’s values and fills others from the answer (FK-025)', async () => {
    const request = vi.fn(async () => ({ project: { customer: '城建集团' } }));
    const form = session({
      fields: [
        {
          tag: 'el-input',
          __vModel__: 'code',
          label: '编号',
          openWatch: '1',
          watchApiUrl: '/sys/project',
          watchApiParams: { code: '${code}', by: '${curentUser}' },
          watchApiDataPosition: 'data.project',
          watchApiHash: { name: 'customer' },
        },
        NAME,
      ],
      services: fakeServices({ request }),
    });
    form.setValue('code', 'P-1');
    await settle(500);
    expect(request).toHaveBeenCalledExactlyOnceWith({
      url: '/sys/project',
      method: 'GET',
      params: { code: 'P-1', by: 'u1' },
    });
    expect(form.values.name).toBe('城建集团');
  });

  describe('of the requests of a watched field only the one for its present value counts', () => {
    const CODE = {
      tag: 'el-input',
      __vModel__: 'code',
      label: '编号',
      openWatch: '1',
      watchApiUrl: '/sys/project',
      watchApiParams: { code: '${code}' },
      watchApiHash: { name: 'customer' },
    };
    /** A form whose requests stay open, and what ends each of them. */
    const watchedForm = () => {
      const requests: { answer(value: unknown): void; fail(error: Error): void }[] = [];
      const request = () =>
        new Promise((answer, fail) => {
          requests.push({ answer, fail });
        });
      const form = session({ fields: [CODE, NAME], services: fakeServices({ request: request as never }) });
      return { form, requests };
    };
    const told = vi.spyOn(notices, 'notice').mockImplementation(() => undefined);
    beforeEach(() => told.mockClear());
    afterAll(() => told.mockRestore());

    test('a watched field that finds nothing, or is emptied, empties what it filled, not what was typed (FK-025)', async () => {
      const answers: Record<string, unknown> = { A: { customer: '甲公司', place: '南京' }, C: { customer: '丙公司' } };
      const request = vi.fn(async ({ params }: { params: { code: string } }) => answers[params.code] ?? null);
      const field = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
      const form = session({
        fields: [
          field('code', {
            openWatch: '1',
            watchApiUrl: '/firm',
            watchApiParams: { code: '${code}' },
            watchApiHash: { firm: 'customer', place: 'place', note: 'note' },
            flowEditable: '1',
          }),
          field('firm', { readonly: true }),
          field('place', { flowEditable: '1' }),
          field('note', { flowEditable: '1' }),
        ],
        record: record({ firm: '旧公司', note: '自己写的' }),
        services: fakeServices({ request: request as never }),
      });
      const enter = async (code: string): Promise<unknown[]> => {
        form.setValue('code', code);
        await settle(500);
        return [form.values.firm, form.values.place];
      };
      expect(await enter('A')).toEqual(['甲公司', '南京']);
      expect(await enter('AB')).toEqual([null, null]);
      expect(form.values.note).toBe('自己写的');
      expect(told.mock.calls).toEqual([['warning', 'code：没有查到对应的数据，请核对“note”']]);
      expect(await enter('A')).toEqual(['甲公司', '南京']);
      expect(await enter('C')).toEqual(['丙公司', null]);
      form.setValue('place', '上海');
      const asked = request.mock.calls.length;
      expect(await enter('')).toEqual([null, '上海']);
      expect(request).toHaveBeenCalledTimes(asked);
    });

    test('an earlier one that fails is not reported; the last one is', async () => {
      const { form, requests } = watchedForm();
      for (const code of ['A', 'B']) {
        form.setValue('code', code);
        await settle(450);
      }
      requests[0].fail(new Error('超时'));
      await settle();
      expect(told).not.toHaveBeenCalled();
      expect(pendingWork(form)).toBe('calls');
      requests[1].fail(new Error('系统忙'));
      await settle();
      expect(pendingWork(form)).toBeNull();
      expect(checkFailedCalls(form)).toBe(false);
      told.mock.calls.pop();
      expect(told.mock.calls).toEqual([['warning', expect.stringContaining('编号的关联数据获取失败')]]);
    });

    test('an answer that comes while a newer value waits to be asked for fills nothing', async () => {
      const { form, requests } = watchedForm();
      form.setValue('code', 'A');
      expect(pendingWork(form)).toBe('calls');
      await settle(450);
      form.setValue('code', 'B');
      requests[0].answer({ customer: '甲公司' });
      await settle();
      expect(form.values.name).not.toBe('甲公司');
      await settle(450);
      requests[1].answer({ customer: '乙公司' });
      await settle();
      expect(form.values.name).toBe('乙公司');
    });

    test('the answer leaves alone what was typed meanwhile, and the next answer replaces what the last one filled', async () => {
      const { form, requests } = watchedForm();
      form.setValue('code', 'A');
      await settle(450);
      requests[0].answer({ customer: '甲公司' });
      await settle();
      form.setValue('code', 'B');
      await settle(450);
      requests[1].answer({ customer: '乙公司' });
      await settle();
      expect(form.values.name).toBe('乙公司');
      form.setValue('code', 'C');
      form.setValue('name', '手填公司');
      await settle(450);
      requests[2].answer({ customer: '丙公司' });
      await settle();
      expect(form.values.name).toBe('手填公司');
    });

    test('the answer is fitted to the fields, with their display texts; what does not fit is said', async () => {
      const request = async () => ({ count: '3.50', seal: '2', price: '面议' });
      const code = { ...CODE, watchApiHash: { count: 'count', seal: 'seal', price: 'price' } };
      const fields = [code, COUNT, SEAL, PRICE];
      const form = session({ fields, services: fakeServices({ request: request as never }) });
      form.setValue('code', 'A');
      await settle(450);
      expect(form.values).toMatchObject({ count: 3.5, seal: '2', sealLabel: '合同章' });
      expect(form.values.price).not.toBe('面议');
      expect(told.mock.calls).toEqual([['warning', '编号：返回的“单价”不能填入']]);
    });

    test('after the form was left nothing is filled or reported', async () => {
      const { form, requests } = watchedForm();
      form.setValue('code', 'A');
      await settle(450);
      form.dispose();
      requests[0].answer({ customer: '甲公司' });
      await settle();
      expect(form.values.name).not.toBe('甲公司');
      const { form: other, requests: otherRequests } = watchedForm();
      other.setValue('code', 'A');
      await settle(450);
      other.dispose();
      otherRequests[0].fail(new Error('系统忙'));
      await settle();
      expect(told).not.toHaveBeenCalled();
    });
  });
});

describe('panes', () => {
  const panes = {
    tag: 'el-tabs',
    children: [
      { label: '甲', children: [NAME] },
      { label: '乙', children: [{ ...COUNT, required: true }] },
    ],
  };

  test('fields of a pane that was never opened are validated, and their number stands on its tab', async () => {
    const form = session({ fields: [panes] });
    await show(form);
    act(() => {
      form.validate();
    });
    await settle();
    expect(screen.getByRole('tab', { name: /乙/ }).textContent).toBe('乙1');
  });

  test('a jump to a problem opens its pane', async () => {
    const form = session({ fields: [panes] });
    await show(form);
    act(() => form.focusProblem(['count']));
    await settle(50);
    expect(screen.getByRole('tab', { name: /乙/ }).getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('count');
  });
});

describe('far from the viewport', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('a field waits as a focusable text of its value, and mounts its widget when it comes near or takes the focus', async () => {
    stubObserver();
    await show(
      session({
        fields: [NAME, { ...SEAL, required: true }],
        record: record({ name: '甲', seal: '2', sealLabel: '合同章' }),
      }),
    );
    const waiting = screen.getByLabelText<HTMLInputElement>(/印章/);
    expect([waiting.value, waiting.readOnly]).toEqual(['合同章', true]);
    act(() => reports.get(frame('name') as Element)?.(true));
    await settle(20);
    expect(screen.getByLabelText<HTMLInputElement>(/名称/).readOnly).toBe(false);
    act(() => waiting.focus());
    await settle(100);
    expect(frame('seal')?.querySelector('.ant-select')).not.toBeNull();
    expect(document.activeElement?.getAttribute('role')).toBe('combobox');
  });
});
