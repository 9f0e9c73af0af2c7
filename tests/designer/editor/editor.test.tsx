import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Plugin } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { ScreenManagerBlock } from '../../../src/designer/screens/ScreenManagerBlock.tsx';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { fakeServices, FORM, renderAt, situation } from '../../screens/fakes.tsx';
import { axeFaults } from '../../screens/axeFaults.ts';
import { narrowWindow } from '../../support/narrowWindow.ts';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const block = <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />;
const summary = (version = 1) => ({
  key: 'seal',
  name: '用印申请',
  version,
  updateTime: '2026-01-01 00:00:00',
  hasDraft: false,
  revision: 4,
});
const forms = (own: Partial<Services['forms']> = {}): Services =>
  fakeServices({ forms: { list: async () => [summary()], draft: async () => FORM, ...own } });
const nothing = { edit: () => null, view: () => null, block: () => null, isEager: true } as unknown as Faces;
/** Tags that are only named: an action of a plugin's own beside them. */
const named: Plugin<Faces> = {
  name: 'named',
  install({ registerWidget, registerAction }) {
    registerWidget({ definition: { tag: 'el-select', kind: 'field', valueType: 'dyn' }, faces: nothing });
    registerWidget({ definition: { tag: 'list', kind: 'block' }, faces: nothing });
    registerAction('ours', () => undefined);
  },
};
const open = (services: Services) => renderAt('/m?form=seal&view=json', services, block, administrator, [named]);
const write = (text: string): void => {
  const editor = EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement) as EditorView;
  act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }));
};
const button = (name: string): HTMLButtonElement =>
  document.querySelector(`[data-action="${name}"]`) as HTMLButtonElement;
const checked = () =>
  waitFor(() => expect(document.querySelector('[data-checking="false"]')).toBeTruthy(), { timeout: 2000 });

afterEach(async () => {
  cleanup();
  // what an editor kept as it went
  await new Promise((done) => {
    setTimeout(done, 0);
  });
  localStorage.clear();
});

describe('the administrator’s list of forms', () => {
  it('is refused to anybody else', async () => {
    await renderAt('/m', forms(), block);
    expect(screen.getByText('表单管理仅对系统管理员开放')).toBeTruthy();
  });

  it('opens a form, and the address remembers which', async () => {
    await renderAt('/m', forms(), block, administrator);
    fireEvent.click(await screen.findByRole('button', { name: '用印申请' }));
    expect(screen.getByTestId('address').textContent).toBe('/m?form=seal');
    await waitFor(() => expect(document.querySelector('[data-designer="canvas"]')).toBeTruthy());
  });
});

it('on a phone a form is listed by name and key with its version, and is previewed as a phone shows it', async () => {
  narrowWindow();
  const view = await renderAt('/m', forms(), block, administrator);
  const [name, version] = await waitFor(() => {
    const cells = document.querySelectorAll('tr[data-form-key="seal"] td');
    expect(cells.length).toBeGreaterThan(0);
    return [...cells].map((cell) => cell.textContent ?? '');
  });
  expect(name).toMatch(/^用印申请seal/);
  expect(version).toMatch(/^(第 \d+ 版|未发布)/);
  view.unmount();
  await open(forms());
  fireEvent.click(await screen.findByText('预览', { selector: '.ds-views *' }));
  await waitFor(() => expect(document.querySelector('.ds-device')?.getAttribute('data-device')).toBe('phone'));
});

describe('the editor of a form', () => {
  it('shows the form beside its text and follows what is typed', async () => {
    await open(forms());
    await waitFor(() => expect(document.querySelector('.ds-preview [data-field="name"]')).toBeTruthy());
    write(
      JSON.stringify({
        ...FORM,
        fields: [...FORM.fields, { tag: 'el-input', __vModel__: 'extra', label: '新增字段' }],
      }),
    );
    await waitFor(() => expect(document.querySelector('.ds-preview [data-field="extra"]')).toBeTruthy(), {
      timeout: 2000,
    });
  });

  it('lists a problem in Chinese, and a click puts the cursor on it', async () => {
    await open(forms());
    const text = JSON.stringify(
      { ...FORM, fields: [{ tag: 'el-input', __vModel__: 'x', label: '名称', span: 99 }] },
      null,
      2,
    );
    write(text);
    await checked();
    expect(await axeFaults(document.body)).toEqual([]);
    fireEvent.click(document.querySelector('[data-problem="error"]') as Element);
    const editor = EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement) as EditorView;
    await waitFor(() => expect(editor.state.selection.main.from).toBe(text.indexOf('99')));
  });

  it('warns of a dictionary that the server does not have, and of none that it could not ask for', async () => {
    const dictionary = (code: string) =>
      code === 'urgency'
        ? Promise.resolve([])
        : Promise.reject(new ServiceError(code === 'urgencyX' ? '404' : 'UNAVAILABLE', '没有'));
    await open({ ...forms(), dictionary });
    const select = (key: string) => ({ tag: 'el-select', __vModel__: key, label: key, isDict: '1', dictCode: key });
    write(JSON.stringify({ ...FORM, fields: ['urgency', 'urgencyX', 'asked'].map(select) }));
    await waitFor(() => expect(document.querySelector('[data-problem="warning"]')).toBeTruthy(), { timeout: 2000 });
    expect(
      [...document.querySelectorAll('[data-problem]')].map(
        (line) => line.querySelector('.ds-problem-text')?.textContent,
      ),
    ).toEqual(['引用的字典“urgencyX”不存在']);
    await checked();
  });

  it('says when the text names another form than the one it will be published as', async () => {
    await open(forms());
    write(JSON.stringify({ ...FORM, formKey: 'elsewhere' }));
    await checked();
    expect(document.querySelector('[data-problem="warning"]')?.textContent).toContain(
      '文中的表单键“elsewhere”与本表单不同，发布后仍为“seal”',
    );
  });

  it('does not mount a form of thousands of fields into the preview', async () => {
    await open(forms());
    write(
      JSON.stringify({
        ...FORM,
        fields: Array.from({ length: 2001 }, (_, index) => ({
          tag: 'el-input',
          __vModel__: `f${index}`,
          label: '名称',
        })),
      }),
    );
    await screen.findByText('共 2001 个字段，超过 2000 个不预览', undefined, { timeout: 5000 });
    expect(document.querySelector('.ds-preview [data-field]')).toBeNull();
  });

  it('keeps the last good preview while the text is broken, and does not publish', async () => {
    const publish = vi.fn();
    await open(forms({ publish }));
    write('{ "fields": [');
    await checked();
    expect(document.querySelector('.ds-preview [data-field="name"]')).toBeTruthy();
    fireEvent.click(button('publish'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('不能发布');
    expect((within(dialog).getByRole('button', { name: /发\s*布/ }) as HTMLButtonElement).disabled).toBe(true);
    expect(publish).not.toHaveBeenCalled();
  });

  it('saves the text as draft and publishes it with the note', async () => {
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
    const publish = vi.fn(async (..._given: unknown[]) => ({ version: 2 }));
    await open(forms({ saveDraft, publish }));
    const text = JSON.stringify({ ...FORM, formName: '用印申请单' });
    write(text);
    await checked();
    fireEvent.click(button('publish'));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('修改说明'), { target: { value: '改名' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /发\s*布/ }));
    await waitFor(() => expect(publish).toHaveBeenCalledWith('seal', '改名', 5, 1));
    expect(saveDraft).toHaveBeenCalledWith('seal', '用印申请单', text, 4, 1);
  });

  const published = [{ version: 2, state: 'published', author: '李四', time: '10:00', note: '' } as never];

  it('asks which of two names counts when a colleague published another one meanwhile, and stores nothing before', async () => {
    // the server: who saw the first version may not save over the second
    const saveDraft = vi.fn(async (_key: string, _name: string, _text: unknown, _revision?: number, seen?: number) => {
      if (seen === 1) throw new ServiceError('RECORD_STALE', '李四 已于 10:00 修改了此记录');
      return { problems: [], revision: 5 };
    });
    const list = vi
      .fn()
      .mockResolvedValueOnce([summary(1)])
      .mockResolvedValue([summary(2)]);
    const draft = vi
      .fn()
      .mockResolvedValueOnce(FORM)
      .mockResolvedValue({ ...FORM, formName: '同事的修改', flowKey: 'theirs' });
    await open(forms({ list, draft, saveDraft, versions: async () => published }));
    write(JSON.stringify({ ...FORM, formName: '我的修改' }));
    fireEvent.click(button('save'));
    const dialog = await screen.findByRole('dialog', { name: '与李四的修改合并' });
    expect(dialog.textContent).toContain('同事的修改');
    expect(saveDraft.mock.calls.map(([, , , , seen]) => seen)).toEqual([1]);
    fireEvent.click(within(dialog).getByRole('radio', { name: /用我的/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: '合并并保存草稿' }));
    await waitFor(() => expect(saveDraft.mock.calls[1]?.[4]).toBe(2));
    expect(JSON.parse(String(saveDraft.mock.calls[1]?.[2]))).toEqual({
      ...FORM,
      formName: '我的修改',
      flowKey: 'theirs',
    });
  });

  it('takes along what a colleague changed elsewhere in the document, and asks nothing', async () => {
    const saveDraft = vi.fn(async (_key: string, _name: string, _text: unknown, _revision?: number, seen?: number) => {
      if (seen === 1) throw new ServiceError('RECORD_STALE', '李四 已于 10:00 修改了此记录');
      return { problems: [], revision: 5 };
    });
    const list = vi
      .fn()
      .mockResolvedValueOnce([summary(1)])
      .mockResolvedValue([summary(2)]);
    const draft = vi
      .fn()
      .mockResolvedValueOnce(FORM)
      .mockResolvedValue({ ...FORM, flowKey: 'theirs' });
    await open(forms({ list, draft, saveDraft, versions: async () => published }));
    write(JSON.stringify({ ...FORM, formName: '我的修改' }));
    fireEvent.click(button('save'));
    await screen.findByText('已与李四的修改合并，草稿已保存');
    expect(JSON.parse(String(saveDraft.mock.calls[1]?.[2]))).toEqual({
      ...FORM,
      formName: '我的修改',
      flowKey: 'theirs',
    });
  });

  it('keeps what is not saved in the browser when the session ends, and offers it to the same person alone', async () => {
    const words = '{"formName":"没有保存","fields":[]}';
    const first = await open(forms({ saveDraft: () => Promise.reject(new ServiceError('B0001', '登录超时')) }));
    write(words);
    first.unmount();
    const other = await renderAt(
      '/m?form=seal&view=json',
      forms(),
      block,
      { ...administrator, user: { ...administrator.user, id: 'b' } },
      [named],
    );
    await waitFor(() => expect(document.querySelector('.cm-editor')).toBeTruthy());
    expect(document.querySelector('[data-action="restore-kept"]')).toBeNull();
    other.unmount();
    const saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
    const again = await open(forms({ saveDraft }));
    await waitFor(() => expect(button('restore-kept')).toBeTruthy());
    expect(document.querySelector('.sc-offer')?.textContent).toMatch(
      /发现未保存的内容（\d{4}-\d\d-\d\d \d\d:\d\d，本机），是否恢复？/,
    );
    fireEvent.click(button('restore-kept'));
    await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toContain('没有保存'));
    fireEvent.click(button('save'));
    await waitFor(() => expect(saveDraft).toHaveBeenCalledWith('seal', '没有保存', words, 4, 1));
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'))).toEqual([]), {
      timeout: 3000,
    });
    again.unmount();
  });

  it('says that the document has moved on since, and forgets what is thrown away', async () => {
    localStorage.setItem(
      'unsaved:a:form:seal:x',
      JSON.stringify({ id: 'x', value: '{"formName":"旧稿"}', base: '1 3', time: 1 }),
    );
    await open(forms());
    await waitFor(() => expect(document.querySelector('.sc-offer')?.textContent).toContain('此后已有新的草稿或版本'));
    fireEvent.click(button('discard-kept'));
    await waitFor(() => expect(localStorage.getItem('unsaved:a:form:seal:x')).toBeNull());
    expect(document.querySelector('.sc-offer')).toBeNull();
  });

  it('asks for one of two texts that cannot be merged, and the own one stays until then', async () => {
    const saveDraft = () => Promise.reject(new ServiceError('RECORD_STALE', '李四 已于 10:00 修改了此记录'));
    const draft = vi.fn().mockResolvedValueOnce(FORM).mockResolvedValue('{ "formName": "同事的');
    await open(forms({ saveDraft, draft, versions: async () => published }));
    write('{"formName":"我的修改","fields":[]}');
    fireEvent.click(button('save'));
    const dialog = await screen.findByRole('dialog', { name: '与李四的修改合并' });
    expect(document.querySelector('.cm-content')?.textContent).toContain('我的修改');
    fireEvent.click(within(dialog).getByRole('radio', { name: /用李四的/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: '合并并保存草稿' }));
    await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toContain('同事的'));
  });
});

describe('the editor of a screen', () => {
  it('tells names that the server does not have while they are typed, and publishes no page that would be blank', async () => {
    const list = {
      tag: 'list',
      formKey: 'seal',
      columns: [{ field: 'nmae' }],
      topActions: [{ name: 'creat' }, { name: 'ours' }],
    };
    const text = (root: object): string => JSON.stringify({ screenKey: 'seals/list', title: '用印', root }, null, 2);
    const services = fakeServices({
      forms: {
        definition: async (key) => {
          if (key !== 'seal') throw new ServiceError('404', '没有');
          return FORM;
        },
      },
      screens: { list: async () => [{ ...summary(), key: 'seals/list' }], draft: async () => text(list) },
    });
    await renderAt(
      '/m?screen=seals/list&view=json',
      services,
      <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />,
      administrator,
      [named],
    );
    const told = () =>
      [...document.querySelectorAll('[data-problem]')].map(
        (line) => `${line.getAttribute('data-path')} ${line.querySelector('.ds-problem-text')?.textContent}`,
      );
    await waitFor(
      () =>
        expect(told()).toEqual([
          'root.columns.0.field 引用的字段“nmae”不存在',
          'root.topActions.0.name 没有名为“creat”的按钮动作：未由插件提供时，按钮不可用',
        ]),
      { timeout: 3000 },
    );
    await checked();
    write(text({ tag: 'list', formKey: 'sael' }));
    await waitFor(() => expect(told()).toEqual(['root.formKey 引用的已发布表单“sael”不存在']), { timeout: 3000 });
    fireEvent.click(button('publish'));
    expect((await screen.findByRole('dialog')).textContent).toContain('不能发布');
  });
});
