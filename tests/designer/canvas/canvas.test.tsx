import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const block = <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />;
const EMPTY = { formKey: 'car', formName: '用车申请', fields: [] };
const STRANGE = {
  formKey: 'car',
  formName: '用车申请',
  fields: [
    { tag: 'star-chart', label: '星图', own: { x: [1] } },
    { tag: 'el-input', __vModel__: 'why', label: '事由', strangeKey: 1 },
  ],
};
const services = (
  draft: unknown,
  saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 })),
): Services =>
  fakeServices({
    forms: {
      list: async () => [
        { key: 'car', name: '用车申请', version: 0, updateTime: '2026-01-01 00:00:00', hasDraft: true, revision: 4 },
      ],
      draft: async () => draft,
      saveDraft,
    },
  });
const open = (given: Services) => renderAt('/m?form=car', given, block, administrator);
const canvas = (): HTMLElement => document.querySelector('[data-designer="canvas"]') as HTMLElement;
const labels = (): (string | null)[] =>
  [...canvas().querySelectorAll('[data-node-path]')].map((node) => node.getAttribute('aria-label'));
const palette = (name: string): HTMLElement =>
  within(document.querySelector('[data-designer="palette"]') as HTMLElement).getByRole('button', { name });
const property = (key: string): HTMLElement =>
  document.querySelector(`[data-designer="properties"] [data-property="${key}"]`) as HTMLElement;
const press = (key: string, more: object = {}): void => {
  const chosen = canvas().querySelector('[aria-current="true"]') ?? canvas();
  fireEvent.keyDown(chosen, { key, ...more });
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the form designer', () => {
  it('begins with three ways, takes fields from the palette, and saves what the properties say', async () => {
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
    await open(services(EMPTY, saveDraft));
    await screen.findByText('从 Excel 新建');
    expect(screen.getByText('复制已有表单')).toBeTruthy();
    expect(screen.getByText('从模板新建')).toBeTruthy();
    fireEvent.click(palette('单行文本'));
    fireEvent.click(palette('单行文本'));
    expect(labels()).toHaveLength(2);
    fireEvent.change(property('label').querySelector('input') as Element, { target: { value: 'Reason' } });
    fireEvent.click(property('required').querySelector('button[role="switch"]') as Element);
    expect(labels()[1]).toBe('单行文本 Reason，必填');
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    const { fields } = JSON.parse(saveDraft.mock.calls[0]?.[2] as string) as { fields: Record<string, unknown>[] };
    expect(fields[1]).toMatchObject({ tag: 'el-input', label: 'Reason', required: true });
    expect(fields[0]?.__vModel__).not.toBe(fields[1]?.__vModel__);
  });

  it('lets the key of a field follow its name until the field is published, also in the same session', async () => {
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
    const given = services(EMPTY, saveDraft);
    const published = { ...EMPTY, fields: [{ tag: 'el-input', __vModel__: 'amount' }] };
    let giveDefinition = (_definition: object): void => undefined;
    const definition = vi.fn(
      () =>
        new Promise<unknown>((done) => {
          giveDefinition = done;
        }),
    );
    const forms = new Proxy(given.forms, {
      get: (target, key) =>
        key === 'publish'
          ? async () => ({ version: 1 })
          : key === 'definition'
            ? definition
            : (Reflect.get(target, key) as unknown),
    });
    await open({ ...given, forms });
    fireEvent.click(palette('单行文本'));
    const name = (value: string): void => {
      fireEvent.change(property('label').querySelector('input') as Element, { target: { value } });
    };
    const savedKeys = async (): Promise<unknown[]> => {
      const count = saveDraft.mock.calls.length;
      fireEvent.click(document.querySelector('[data-action="save"]') as Element);
      await waitFor(() => expect(saveDraft).toHaveBeenCalledTimes(count + 1));
      const { fields } = JSON.parse(saveDraft.mock.calls.at(-1)?.[2] as string) as typeof published;
      return fields.map((field) => field.__vModel__);
    };
    name('Amount');
    expect(await savedKeys()).toEqual(['amount']);
    await waitFor(() => expect(document.querySelector('[data-checking="false"]')).toBeTruthy(), { timeout: 2000 });
    fireEvent.click(document.querySelector('[data-action="publish"]') as Element);
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('修改说明'), { target: { value: '首版' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /发\s*布/ }));
    await waitFor(() => expect(definition).toHaveBeenCalledWith('car', 1));
    name('Total');
    expect(await savedKeys()).toEqual(['amount']);
    giveDefinition(published);
    await waitFor(() => expect(property('__vModel__').textContent).toContain('已发布过'));
    name('Sum');
    expect(await savedKeys()).toEqual(['amount']);
    fireEvent.click(palette('单行文本'));
    name('Reason');
    expect(await savedKeys()).toEqual(['amount', 'reason']);
  });

  it('copies nothing from another form after the dialog for that was closed', async () => {
    let giveDefinition = (): void => undefined;
    const given = services(EMPTY);
    const list = async () =>
      ['car', 'trip'].map((key) => ({ key, name: key, version: 1, updateTime: '', hasDraft: true, revision: 4 }));
    const definition = (key: string) =>
      key === 'car'
        ? Promise.resolve(EMPTY)
        : new Promise((done) => {
            giveDefinition = () => done(STRANGE);
          });
    const forms = new Proxy(given.forms, {
      get: (target, key) => ({ list, definition })[String(key)] ?? (Reflect.get(target, key) as unknown),
    });
    await open({ ...given, forms });
    fireEvent.click(await screen.findByText('复制已有表单'));
    const dialog = await screen.findByRole('dialog', { name: '复制已有表单' });
    fireEvent.mouseDown(within(dialog).getByRole('combobox'));
    fireEvent.click(await screen.findByTitle('trip（trip）'));
    fireEvent.click(within(dialog).getByRole('button', { name: /复\s*制/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
    fireEvent.click(palette('单行文本'));
    await act(async () => giveDefinition());
    expect(labels()).toHaveLength(1);
  });

  it('keeps the focus on the canvas after a button at a node, and undoes from where nothing is typed', async () => {
    await open(services(STRANGE));
    fireEvent.click(canvas().querySelector('[data-node-path="fields.1"]') as Element);
    for (const [name, count] of [
      ['复制一份', 3],
      ['删除', 2],
    ] as const) {
      const button = within(canvas()).getByRole('button', { name });
      button.focus();
      fireEvent.click(button);
      expect(labels()).toHaveLength(count);
      await waitFor(() => {
        expect(document.activeElement?.getAttribute('aria-current')).toBe('true');
      });
    }
    const undo = (input: string): void => {
      const typed = document.querySelector(`[data-designer="properties"] ${input}`) as Element;
      fireEvent.keyDown(typed, { key: 'z', ctrlKey: true });
    };
    undo('[data-property="label"] input');
    expect(labels()).toHaveLength(2);
    undo('input[type="radio"]');
    expect(labels()).toHaveLength(3);
    undo('input[role="combobox"]');
    expect(labels()).toHaveLength(2);
  });

  it('undoes nothing while its tab is hidden, nor behind a dialog', async () => {
    await open(services(STRANGE));
    fireEvent.click(palette('单行文本'));
    await waitFor(() => expect(labels()).toHaveLength(3));
    const undo = (target: Element): boolean => fireEvent.keyDown(target, { key: 'z', ctrlKey: true });
    const rects = vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([] as never);
    undo(document.body);
    rects.mockRestore();
    expect(labels()).toHaveLength(3);
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    const button = dialog.appendChild(document.createElement('button'));
    undo(button);
    expect(labels()).toHaveLength(3);
    dialog.remove();
    undo(document.body);
    await waitFor(() => expect(labels()).toHaveLength(2));
  });

  it('takes no key that formulas read as a subtraction', async () => {
    await open(services(STRANGE));
    fireEvent.click(canvas().querySelector('[data-node-path="fields.1"]') as Element);
    const type = (key: string): void => {
      const input = property('__vModel__').querySelector('input') as Element;
      fireEvent.change(input, { target: { value: key } });
      fireEvent.blur(input);
    };
    const key = (): string => (property('__vModel__').querySelector('input') as HTMLInputElement).value;
    type('total-amount');
    await waitFor(() => expect(key()).toBe('why'));
    type('total_amount');
    await waitFor(() => expect(key()).toBe('total_amount'));
  });

  it('says in the panel what a property does, for who has no pointer to rest on its sign', async () => {
    await open(services(EMPTY));
    fireEvent.click(palette('单行文本'));
    const sign = within(property('maxlength')).getByRole('button', { name: '?' });
    expect(sign.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(sign);
    expect(property('maxlength').textContent).toContain('如手机号填 11');
    fireEvent.click(sign);
    expect(property('maxlength').textContent).not.toContain('如手机号填 11');
  });

  it('is worked by keys alone: choose, move, widen, copy, delete, and all of it back', async () => {
    await open(services(STRANGE));
    await waitFor(() => expect(canvas()).toBeTruthy());
    press('ArrowDown');
    expect(canvas().querySelector('[aria-current="true"]')?.getAttribute('data-node-path')).toBe('fields.0');
    press('ArrowDown', { altKey: true });
    expect(labels().map((label) => label?.split(' ').at(-1))).toEqual(['事由', '星图']);
    press('ArrowUp');
    press('ArrowLeft', { altKey: true, shiftKey: true });
    expect((canvas().querySelector('[aria-current="true"]') as HTMLElement).style.getPropertyValue('--span')).toBe(
      '23',
    );
    press('d', { ctrlKey: true });
    expect(labels()).toHaveLength(3);
    press('Delete');
    press('Delete');
    expect(labels()).toHaveLength(1);
    for (let step = 0; step < 5; step += 1) fireEvent.keyDown(canvas(), { key: 'z', ctrlKey: true });
    expect(labels().map((label) => label?.split(' ').at(-1))).toEqual(['星图', '事由']);
  });

  it('keeps an unknown tag and an unknown key as they are when something else is changed', async () => {
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
    await open(services(STRANGE, saveDraft));
    await waitFor(() => expect(canvas()).toBeTruthy());
    expect(canvas().querySelector('[data-placeholder="star-chart"]')).toBeTruthy();
    fireEvent.click(canvas().querySelector('[data-node-path="fields.1"]') as Element);
    fireEvent.change(property('placeholder').querySelector('input') as Element, { target: { value: '请说明' } });
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    expect(JSON.parse(saveDraft.mock.calls[0]?.[2] as string)).toEqual({
      ...STRANGE,
      fields: [STRANGE.fields[0], { ...STRANGE.fields[1], placeholder: '请说明' }],
    });
  });

  it('leads from a problem to its node', async () => {
    await open(services(STRANGE));
    await waitFor(() => expect(document.querySelector('[data-problem="error"]')).toBeTruthy());
    fireEvent.click(document.querySelector('[data-problem="error"]') as Element);
    expect(canvas().querySelector('[aria-current="true"]')?.getAttribute('data-tag')).toBe('star-chart');
  });

  it('changes rights and the list for many fields beside each other', async () => {
    await open(services(STRANGE));
    fireEvent.click(screen.getByText('权限', { selector: '.ds-views *' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: '事由：必填' }));
    fireEvent.click(screen.getByText('列表', { selector: '.ds-views *' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: '事由：列表列' }));
    expect(screen.getByText('列：事由')).toBeTruthy();
    fireEvent.click(screen.getByText('设计', { selector: '.ds-views *' }));
    expect(labels()[1]).toContain('必填');
  });

  it('has no box to fill in or require what is worked out, but one to free it of being required', async () => {
    const computed = (key: string, more: object) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
    await open(
      services({
        fields: [
          { tag: 'el-input', __vModel__: 'reason', label: '事由' },
          computed('sum', { computed: 'reason' }),
          computed('must', { computed: 'reason', required: true }),
        ],
      } as never),
    );
    fireEvent.click(screen.getByText('权限', { selector: '.ds-views *' }));
    await screen.findByRole('checkbox', { name: '事由：必填' });
    const has = (name: string): boolean => screen.queryByRole('checkbox', { name }) !== null;
    expect(['sum：可填写', 'sum：必填', 'sum：可见', 'must：可填写', 'must：必填'].map(has)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(screen.getAllByText('自动计算').length).toBeGreaterThan(0);
  });
});
