import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DRAFT, field, open, section, sentences, take } from './openRules.tsx';

vi.setConfig({ testTimeout: 60_000 });

afterEach(cleanup);

describe('the rules of a form', () => {
  it('run on a day of the month, of the week or of the year, which is forgotten where it means something else', async () => {
    const saved = await open({
      ...DRAFT,
      effects: [{ on: 'time', every: { unit: 'month', day: 25, hour: 9 }, set: 'this', fields: { name: "'x'" } }],
    });
    expect(sentences('联动')[0]).toContain('每月 25 日 9:00，修改本记录');
    fireEvent.click(section('联动').querySelector('.ds-rule-words') as Element);
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    await take(editor, '周期', '每年');
    await take(editor, '几月', '3 月');
    await take(editor, '几日', '31 日（月末）');
    expect(sentences('联动')[0]).toContain('每年 3 月 31 日 9:00');
    await take(editor, '周期', '每周');
    expect(within(editor).queryByRole('combobox', { name: '几日' })).toBeNull();
    await take(editor, '星期几', '周五');
    expect(sentences('联动')[0]).toContain('每周五 9:00');
    expect(((await saved()).effects as object[])[0]).toMatchObject({ every: { unit: 'week', day: 5, hour: 9 } });
  });

  it('change the record of a row and of another effect, with the columns of the row to choose from', async () => {
    const [, , , , , items] = DRAFT.fields as { children?: object[] }[];
    const saved = await open({
      ...DRAFT,
      fields: [
        ...DRAFT.fields.slice(0, 5),
        {
          ...items,
          children: [...(items?.children ?? []), field('recordSelector', 'machine', '仪器', { to: 'other' })],
        },
      ],
      effects: [
        { key: 'sample', on: 'finished', create: 'other', fields: { name: 'id' } },
        { on: 'finished', each: 'items', set: 'this', fields: { name: 'name' } },
      ],
    });
    await waitFor(() => expect(sentences('联动')[0]).toBe('办结后，生成一条“项目”：名称 = 本记录'));
    fireEvent.click(section('联动').querySelectorAll('.ds-rule-words')[1] as Element);
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    await take(editor, '哪条记录', '本行 › 仪器');
    await take(editor, '取本记录的字段', '本行 › 设备名称');
    expect(sentences('联动')[1]).toBe('办结后，对“设备”的每一项，修改“本行 › 仪器”：名称 = “本行 › 设备名称”');
    await take(editor, '哪条记录', '生成的“项目”');
    fireEvent.click(section('联动').querySelectorAll('.ds-rule-words')[0] as Element);
    fireEvent.change(screen.getByRole('textbox', { name: '标识' }), { target: { value: 'lot' } });
    fireEvent.blur(screen.getByRole('textbox', { name: '标识' }));
    expect(((await saved()).effects as object[]).slice(0, 2)).toEqual([
      { key: 'lot', on: 'finished', create: 'other', fields: { name: 'id' } },
      { on: 'finished', each: 'items', set: 'made.lot', fields: { name: 'row.device' } },
    ]);
  });

  it('of a button change the record that was chosen in its dialog, scan, and lead to a page', async () => {
    const saved = await open({
      ...DRAFT,
      actions: [
        {
          ...DRAFT.actions[0],
          dialog: [field('recordSelector', 'into', '并入', { to: 'other' })],
        },
      ],
    });
    await waitFor(() => expect(sentences('按钮')[0]).toContain('“项目”'));
    fireEvent.click(section('按钮').querySelector('.ds-rule-words') as Element);
    const editor = section('按钮').querySelector('[data-rule-editor]') as HTMLElement;
    await take(editor, '扫码找记录', '名称');
    await take(editor, '完成后打开', '“项目”的页面');
    expect(within(editor).getByRole('textbox', { name: '页面地址' })).toHaveProperty(
      'value',
      '/commonEntry/detail?formKey=other&id=${project.id}',
    );
    const effects = within(editor).getByRole('region', { name: '要做的事' });
    fireEvent.click(effects.querySelector('.ds-rule-words') as Element);
    await take(effects, '哪条记录', '填写的并入');
    expect(sentences('按钮')[0]).toBe(
      "列表行、记录页上的按钮“关闭”，扫码按 名称 找记录，先填写 并入，修改“填写的并入”：名称 = '已关闭'，然后打开页面",
    );
    expect(((await saved()).actions as object[])[0]).toMatchObject({
      scan: 'name',
      open: '/commonEntry/detail?formKey=other&id=${project.id}',
      effects: [{ set: 'dialog.into' }],
    });
  });

  it('tell a person who is found by name', async () => {
    const users = {
      search: async () => ({ list: [{ id: 'u7', showName: '王小明', deptName: '检测部' }], total: 1 }),
      byIds: async () => [{ id: 'u7', showName: '王小明', deptName: '检测部' }],
    };
    const saved = await open({ ...DRAFT, effects: [{ on: 'finished', notify: ['creator'], text: '请看' }] }, { users });
    fireEvent.click(section('联动').querySelector('.ds-rule-words') as Element);
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    const input = within(editor).getByRole('combobox', { name: '通知谁' });
    fireEvent.mouseDown(input);
    fireEvent.change(input, { target: { value: '王' } });
    fireEvent.click(await screen.findByTitle('人员：王小明（检测部）', undefined, { timeout: 5000 }));
    await waitFor(() => expect(sentences('联动')[0]).toBe('办结后，通知 创建人、王小明：“请看”'));
    expect(((await saved()).effects as object[])[0]).toMatchObject({ notify: ['creator', 'user:u7'] });
  });

  it('are not complete while a value has no source, so that no field is emptied unseen', async () => {
    const saved = await open({ ...DRAFT, effects: [{ on: 'finished', set: 'this' }] });
    fireEvent.click(section('联动').querySelector('.ds-rule-words') as Element);
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    fireEvent.click(within(editor).getByRole('button', { name: /添加一个字段/ }));
    await screen.findByText('联动：有一项还没有选全', {}, { timeout: 5000 });
    await take(editor, '名称的取法', '固定内容');
    expect(((await saved()).effects as object[])[0]).toMatchObject({ fields: { name: "''" } });
  });
});
