import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DRAFT, field, open, section, sentences, take } from './openRules.tsx';
import { choose } from './operate.ts';

vi.setConfig({ testTimeout: 60_000 });

afterEach(cleanup);

describe('the rules of a form', () => {
  it('read as sentences with the names that people know', async () => {
    await open();
    await waitFor(() =>
      expect(sentences('联动')).toEqual([
        '办结后，须满足 “项目 › 名称” ≠ “名称” 且 “金额” ≥ 0，否则提示““〔项目 › 名称〕”与“〔名称〕”不能相同”',
      ]),
    );
    expect(sentences('提醒')).toEqual([
      '截止日期前 30 天，如果 金额 大于 5，提醒 负责人、管理员：“〔名称〕到期”，每 7 天再提醒一次',
    ]);
    expect(sentences('按钮')).toEqual(["列表行、记录页上的按钮“关闭”，修改“项目”：名称 = '已关闭'"]);
  });

  it('are made by choosing, and saved as the language writes them', async () => {
    const saved = await open();
    await waitFor(() => expect(sentences('按钮')[0]).toContain('“项目”'));
    fireEvent.click(within(section('联动')).getByRole('button', { name: /添加联动/ }));
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    await take(editor, '什么时候', '提交后');
    await take(editor, '做什么', '修改记录');
    await take(editor, '哪条记录', '项目');
    await act(async () => {
      fireEvent.click(within(editor).getByRole('button', { name: /添加一个字段/ }));
    });
    // a field that was just added asks which field it is taken from
    expect(within(editor).queryByRole('textbox', { name: '名称的值' })).toBeNull();
    await take(editor, '取本记录的字段', '名称');
    expect(sentences('联动')[1]).toBe('提交后，修改“项目”：名称 = “名称”');
    const { effects } = (await saved()) as { effects: unknown[] };
    expect(effects).toEqual([DRAFT.effects[0], { on: 'submitted', set: 'project', fields: { name: 'name' } }]);
  });

  it('add records to a relation that is chosen, of which only those that fit are offered', async () => {
    const relation = (key: string, label: string, to: string) =>
      field('recordSelector', key, label, { to, multiple: true });
    const saved = await open({
      ...DRAFT,
      effects: [],
      fields: [...DRAFT.fields, relation('similar', '相似', 'trial'), relation('projects', '全部项目', 'other')],
    });
    fireEvent.click(within(section('联动')).getByRole('button', { name: /添加联动/ }));
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    await take(editor, '做什么', '加入关联');
    expect(sentences('联动')).toEqual(['办结后，把本记录加入（未选关联字段）']);
    await screen.findByText('联动：有一项还没有选全', {}, { timeout: 5000 });
    await take(editor, '加入哪个关联字段', '相似');
    expect(sentences('联动')).toEqual(['办结后，把本记录加入“相似”']);
    await take(editor, '加入哪个关联字段', '全部项目');
    expect(sentences('联动')).toEqual(['办结后，把“项目”所选的记录加入“全部项目”']);
    fireEvent.mouseDown(within(editor).getByRole('combobox', { name: '加入哪条记录' }));
    expect([...document.querySelectorAll('.ant-select-item-option')].map((one) => one.getAttribute('title'))).toContain(
      '“项目”所选的记录',
    );
    expect(document.querySelector('.ant-select-item-option[title="本记录"]')).toBeNull();
    const { effects } = (await saved()) as { effects: unknown[] };
    expect(effects).toEqual([{ on: 'finished', link: 'projects', to: 'project' }]);
  });

  it('give a field what is chosen for it: a field, something fixed, or an expression that is read in words', async () => {
    const grade = field('el-select', 'grade', '等级', {
      staticJson: [
        { label: '甲级', value: 'a' },
        { label: '乙级', value: 'b' },
      ],
    });
    const saved = await open({
      ...DRAFT,
      fields: [...DRAFT.fields, grade],
      effects: [
        {
          on: 'finished',
          set: 'this',
          fields: { name: 'project.name', amount: '5', endDate: "''", owner: 'a ? b : c' },
        },
      ],
    });
    await waitFor(() => expect(sentences('按钮')[0]).toContain('“项目”'));
    fireEvent.click(section('联动').querySelector('.ds-rule-words') as Element);
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    const ways = (): (string | null)[] =>
      ['名称', '金额', '截止日期', '负责人'].map(
        (label) =>
          within(editor)
            .getByRole('combobox', { name: `${label}的取法` })
            .closest('.ant-select')
            ?.querySelector('.ant-select-selection-item')
            ?.getAttribute('title') ?? null,
      );
    expect(ways()).toEqual(['取字段', '固定内容', '固定内容', '表达式']);
    expect(editor.textContent).toContain('项目 › 名称');
    await take(editor, '名称的取法', '固定内容');
    fireEvent.change(within(editor).getByRole('textbox', { name: '名称的值' }), { target: { value: "O'Neil" } });
    fireEvent.change(within(editor).getByRole('spinbutton', { name: '金额的值' }), { target: { value: '7.5' } });
    await take(editor, '金额的取法', '表达式');
    fireEvent.change(within(editor).getByRole('textbox', { name: '金额的值' }), { target: { value: 'amount * 2.0' } });
    expect(editor.textContent).toContain('即：“金额” × 2');
    fireEvent.click(within(editor).getByRole('button', { name: /添加一个字段/ }));
    const added = within(editor).getAllByRole('combobox', { name: '字段' }).at(-1)?.closest('.ant-select');
    await choose(added as HTMLElement, (one) => one === '等级');
    await take(editor, '等级的取法', '固定内容');
    await take(editor, '等级的值', '乙级');
    const { effects } = (await saved()) as { effects: unknown[] };
    expect(effects).toEqual([
      {
        on: 'finished',
        set: 'this',
        fields: { name: "'O\\'Neil'", amount: 'amount * 2.0', endDate: "''", owner: 'a ? b : c', grade: "'b'" },
      },
    ]);
  });

  it('of a button ask for fields first, whose keys follow their names until they are named', async () => {
    const saved = await open();
    fireEvent.click(section('按钮').querySelector('.ds-rule-words') as Element);
    const editor = section('按钮').querySelector('[data-rule-editor]') as HTMLElement;
    fireEvent.click(within(editor).getByRole('button', { name: /添加填写项/ }));
    const asked = within(editor).getByRole('region', { name: '填写项' });
    await take(asked, '种类', '日期');
    fireEvent.change(asked.querySelector('[data-property="label"] input') as Element, {
      target: { value: '关闭日期' },
    });
    await act(async () => {
      fireEvent.click(asked.querySelector('[data-property="required"] button[role="switch"]') as Element);
    });
    expect(asked.querySelector('.ds-rule-words')?.textContent).toBe('日期：关闭日期（必填）');
    expect(sentences('按钮')[0]).toContain('按钮“关闭”，先填写 关闭日期，修改“项目”');
    const { actions } = (await saved()) as { actions: { dialog: Record<string, unknown>[] }[] };
    const [first] = actions[0]?.dialog ?? [];
    expect(first).toMatchObject({ tag: 'el-date-picker', label: '关闭日期', required: true });
    expect(first?.__vModel__).toMatch(/^[a-z]\w*$/i);
    expect(first?.isList).toBeUndefined();
  });

  it('make rows of sub-tables from the rows of another', async () => {
    const saved = await open({
      ...DRAFT,
      effects: [{ on: 'finished', create: 'other', fields: { name: 'name' } }],
    });
    fireEvent.click(section('联动').querySelector('.ds-rule-words') as Element);
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    fireEvent.click(await within(editor).findByRole('button', { name: /添加一个子表/ }));
    await act(async () => {
      fireEvent.click(
        within(editor)
          .getAllByRole('button', { name: /添加一个字段/ })
          .at(-1) as HTMLElement,
      );
    });
    await take(editor, '材料的取法', '表达式');
    fireEvent.change(within(editor).getByRole('textbox', { name: '材料的值' }), { target: { value: 'row.device' } });
    expect(sentences('联动')[0]).toContain('并生成 1 个子表的行');
    const { effects } = (await saved()) as { effects: unknown[] };
    expect(effects).toEqual([
      {
        on: 'finished',
        create: 'other',
        fields: { name: 'name' },
        rows: { lines: { each: 'items', fields: { item: 'row.device' } } },
      },
    ]);
  });

  it('lose what belonged to another act, keep their condition, and come back by undo', async () => {
    const saved = await open();
    fireEvent.click(section('提醒').querySelector('.ds-rule-words') as Element);
    const editor = section('提醒').querySelector('[data-rule-editor]') as HTMLElement;
    await take(editor, '提前或推后', '过后');
    expect(sentences('提醒')[0]).toContain('截止日期后 30 天，如果 金额 大于 5');
    fireEvent.click(within(section('按钮')).getByRole('button', { name: '删除按钮' }));
    expect(sentences('按钮')).toEqual([]);
    fireEvent.click(document.querySelector('[data-action="undo"]') as Element);
    expect(sentences('按钮')).toHaveLength(1);
    const { reminders, actions } = await saved();
    expect(reminders).toEqual([{ ...DRAFT.reminders[0], offset: '30d' }]);
    expect(actions).toEqual(DRAFT.actions);
  });

  it('of a reminder keep their direction while the number of days is typed anew', async () => {
    const saved = await open({ ...DRAFT, reminders: [{ ...DRAFT.reminders[0], offset: '3d' }] });
    fireEvent.click(section('提醒').querySelector('.ds-rule-words') as Element);
    const days = within(section('提醒')).getByRole('spinbutton', { name: '天数' });
    fireEvent.change(days, { target: { value: '' } });
    fireEvent.change(days, { target: { value: '5' } });
    expect(((await saved()).reminders as { offset: string }[])[0]?.offset).toBe('5d');
  });

  it('give each field one value: a field that has one is not offered again, and a removed one takes nothing along', async () => {
    const saved = await open({ ...DRAFT, effects: [{ on: 'finished', set: 'this' }] });
    fireEvent.click(section('联动').querySelector('.ds-rule-words') as Element);
    const editor = section('联动').querySelector('[data-rule-editor]') as HTMLElement;
    const add = (): void => {
      fireEvent.click(within(editor).getByRole('button', { name: /添加一个字段/ }));
    };
    add();
    add();
    await take(editor, '金额的取法', '固定内容');
    fireEvent.change(within(editor).getByRole('spinbutton', { name: '金额的值' }), { target: { value: '7' } });
    fireEvent.mouseDown(within(editor).getAllByRole('combobox', { name: '字段' })[0] as HTMLElement);
    const offered = [...document.querySelectorAll('.ant-select-dropdown:not(.ant-select-dropdown-hidden) [title]')].map(
      (one) => one.getAttribute('title'),
    );
    expect(offered).toContain('负责人');
    expect(offered).not.toContain('金额');
    fireEvent.click(within(editor).getAllByRole('button', { name: '删除此值' })[0] as HTMLElement);
    expect(within(editor).getByRole('spinbutton', { name: '金额的值' })).toHaveProperty('value', '7');
    expect(((await saved()).effects as { fields: object }[])[0]?.fields).toEqual({ amount: '7' });
  });

  it('keep an entry that is no rule while another one is changed', async () => {
    const saved = await open({ ...DRAFT, effects: ['broken', ...DRAFT.effects] });
    expect(sentences('联动')[0]).toBe('此项内容有误，请在 JSON 页修改');
    fireEvent.click(within(section('联动')).getAllByRole('button', { name: '删除联动' }).at(-1) as HTMLElement);
    expect((await saved()).effects).toEqual(['broken']);
  });

  it('let records be made from those of another form, with its fields to choose from', async () => {
    const saved = await open();
    await waitFor(() => expect(sentences('按钮')[0]).toContain('“项目”'));
    fireEvent.click(within(section('由其他记录生成')).getByRole('button', { name: /添加来源/ }));
    const editor = section('由其他记录生成').querySelector('[data-rule-editor]') as HTMLElement;
    fireEvent.change(within(editor).getByRole('textbox', { name: '按钮文字' }), { target: { value: '登记费用' } });
    await act(async () => {
      fireEvent.click(within(editor).getByRole('button', { name: /添加一个字段/ }));
    });
    await take(editor, '取来源的字段', '来源 › 编号');
    expect(sentences('由其他记录生成')).toEqual([
      '在“项目”的记录上按“登记费用”，生成本表单的记录，由“项目”指向它，带入 名称',
    ]);
    const { createFrom } = await saved();
    expect(createFrom).toEqual([
      { from: 'other', label: '登记费用', relation: 'project', fields: { name: 'it.code' } },
    ]);
  });

  it('are not called wrong because the form is too large to be compiled', async () => {
    await open({
      formKey: 'trial',
      formName: '试验',
      fields: Array.from({ length: 2001 }, (_none, index) => field('el-input', `f${index}`, '项')),
    });
    expect(document.querySelector('.ds-rules-view')?.textContent).toContain('字段太多，请在 JSON 页修改规则');
  });

  it('say that nothing can be made from another form without a relation to one', async () => {
    await open({ ...DRAFT, effects: [], actions: [], fields: DRAFT.fields.slice(0, 3) });
    expect(within(section('由其他记录生成')).getByRole('button', { name: /添加来源/ })).toHaveProperty(
      'disabled',
      true,
    );
    expect(section('由其他记录生成').textContent).toContain('先在设计页加一个指向来源表单的关联字段');
  });

  it('choose what is printed along, and leave nothing behind when it is taken away', async () => {
    const saved = await open();
    await waitFor(() => expect(sentences('按钮')[0]).toContain('“项目”'));
    await take(section('打印'), '关联记录的字段', '项目 › 编号');
    fireEvent.click(within(section('打印的单据')).getByRole('button', { name: /添加单据/ }));
    const editor = section('打印的单据').querySelector('[data-rule-editor]') as HTMLElement;
    await take(editor, '哪个表单', '项目（other）');
    await within(editor).findByRole('combobox', { name: '列' });
    await take(editor, '列', '编号');
    expect(sentences('打印的单据')).toEqual(['指向本记录的“项目”，2 列']);
    const { print } = await saved();
    expect(print).toEqual({
      along: ['project.code'],
      lists: [{ formKey: 'other', via: '', columns: ['title', 'code'] }],
    });
    fireEvent.click(within(section('打印的单据')).getByRole('button', { name: '删除单据' }));
    fireEvent.mouseDown(section('打印').querySelector('.ant-select-selection-item-remove') as Element);
    fireEvent.click(section('打印').querySelector('.ant-select-selection-item-remove') as Element);
    expect('print' in (await saved())).toBe(false);
  });
});
