import { autorun } from '@formily/reactive';
import { describe, expect, test } from 'vitest';
import { fakeServices, settle } from '../../widgets/support.tsx';
import { COUNT, NAME, PRICE, record, SEAL, session, TOTAL } from '../support.tsx';

describe('values', () => {
  test('a new form begins with its defaults, their labels and what is computed from them', () => {
    const form = session({
      fields: [
        { ...COUNT, defaultValue: 3 },
        { ...PRICE, defaultValue: 1.5 },
        TOTAL,
        { tag: 'userSelector', __vModel__: 'who', defaultValue: '${curentUser}' },
      ],
    });
    expect(form.values).toMatchObject({ count: 3, price: 1.5, total: 4.5, who: 'u1', whoLabel: '王小明' });
    expect(form.isDirty).toBe(false);
  });

  test('the default of a select gets its display text, also when its dictionary answers later (LB-001)', async () => {
    const form = session({
      fields: [
        { ...SEAL, defaultValue: '2' },
        { tag: 'el-select', __vModel__: 'kind', isDict: '1', dictCode: 'seal', defaultValue: '1' },
      ],
    });
    expect(form.values.sealLabel).toBe('合同章');
    await Promise.resolve()
      .then(() => undefined)
      .then(() => undefined)
      .then(() => undefined);
    expect(form.values.kindLabel).toBe('公章');
    expect(form.isDirty).toBe(false);
  });

  test('the late display text of a default that may not be edited is saved with the new record, and with no later one (LB-001)', async () => {
    let answer: (options: unknown) => void = () => undefined;
    const services = fakeServices({
      request: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const open = (resourseApi: string) =>
      session({
        fields: [
          NAME,
          {
            tag: 'el-select',
            __vModel__: 'site',
            label: '工程',
            readonly: true,
            defaultValue: 's1',
            isRemote: '1',
            resourseApi,
            dataPath: 'list',
          },
        ],
        services,
      });
    const answered = { list: [{ label: '一号', value: 's1' }] };
    const form = open('/pms/sites');
    answer(answered);
    await settle(10);
    expect(form.isDirty).toBe(false);
    expect(form.toRecord().fieldsMap).toMatchObject({ site: 's1', siteLabel: '一号' });
    expect(form.values.siteLabel).toBe('一号');

    // options of an earlier form are kept: the second form asks a call of its own
    const later = open('/pms/later');
    const sent = later.toRecord();
    answer(answered);
    await settle(10);
    expect(later.values.siteLabel).toBe('一号');
    later.markSaved({ ...sent, id: 'r9', revision: 1 });
    expect(later.toRecord().fieldsMap.siteLabel ?? null).toBeNull();
  });

  test('a computed field follows every change of what it reads', () => {
    const form = session({ fields: [COUNT, PRICE, TOTAL] });
    form.setValue('count', 4);
    form.setValue('price', 2.5);
    expect(form.values.total).toBe(10);
    form.setValue('count', null);
    expect(form.values.total).toBe(0);
  });

  test('a large computed amount follows a change of one cent', () => {
    const form = session({
      fields: [COUNT, PRICE, TOTAL],
      record: record({ count: 1, price: 12345678.9, total: 12345678.9 }),
    });
    form.setValue('price', 12345678.91);
    expect(form.values.total).toBe(12345678.91);
  });

  test('a chain of computed fields settles in one change, whatever its order in the document', () => {
    const form = session({
      fields: [
        { tag: 'el-input-number', __vModel__: 'c', computed: 'b + 1.0' },
        { tag: 'el-input-number', __vModel__: 'b', computed: 'count + 1.0' },
        COUNT,
      ],
    });
    form.setValue('count', 5);
    expect(form.values).toMatchObject({ b: 6, c: 7 });
  });

  test('a select stores its display text beside the value, and forgets it with the value (LB-001)', () => {
    const form = session({ fields: [SEAL] });
    form.setValue('seal', '1', '公章');
    expect(form.toRecord().fieldsMap).toEqual({ seal: '1', sealLabel: '公章' });
    form.setValue('seal', '');
    expect(form.toRecord().fieldsMap).toEqual({ seal: '', sealLabel: '' });
  });

  test('a field of a record that this person never got does not go back as empty', () => {
    const form = session({ fields: [NAME, { ...COUNT, flowVisible: '0' }], record: record({ name: '甲' }) });
    expect(form.toRecord().fieldsMap).toEqual({ name: '甲' });
  });

  test('a value of the wrong type in a stored record stays what it was until someone edits it', () => {
    const form = session({ fields: [COUNT], record: record({ count: '十二' }) });
    expect(form.toRecord().fieldsMap).toEqual({ count: '十二' });
  });

  test('system columns of the record go back as they came', () => {
    expect(session({ fields: [NAME], record: record({ name: '甲' }, { createBy: 'u7' }) }).toRecord()).toMatchObject({
      id: 'r1',
      revision: 3,
      createBy: 'u7',
      flwState: '0',
    });
  });
});

describe('rules and linkage', () => {
  test('switching the situation re-runs the rules of the same compiled form (RP-008)', () => {
    const form = session({ fields: [NAME] });
    expect(form.access('name')).toEqual({ visible: true, editable: true, required: true });
    form.setSituation({ isEdit: '0' });
    expect(form.access('name')).toEqual({ visible: true, editable: false, required: false });
    form.setSituation({
      isEdit: '1',
      nodeRules: { taskNode: '审核', fields: { name: { editable: '1' } }, tables: {}, actions: [] },
    });
    expect(form.access('name').editable).toBe(true);
  });

  test('a hidden field keeps its value and is not asked for', () => {
    const form = session({ fields: [COUNT, { ...NAME, visibleWhen: 'count > 0.0' }] });
    form.setValue('count', 1);
    form.setValue('name', '甲');
    form.setValue('count', 0);
    expect(form.access('name').visible).toBe(false);
    expect(form.validate()).toEqual([]);
    form.setValue('count', 1);
    expect(form.values.name).toBe('甲');
  });

  test('a field that closes again keeps the text it was stored with, also where the same value was chosen anew with another', () => {
    const fields = [COUNT, { tag: 'userSelector', __vModel__: 'who', visibleWhen: 'count > 0.0' }];
    for (const stored of [{ who: 'u1', whoLabel: '王小明' }, { who: 'u1' }]) {
      const form = session({ fields, record: record({ count: 0, ...stored }) });
      form.setValue('count', 1);
      form.setValue('who', 'u1', '王晓明');
      form.setValue('count', 0);
      expect(form.toRecord().fieldsMap).toEqual({ count: 0, whoLabel: null, ...stored });
    }
  });

  test('a rule runs again only when something that it read has changed', () => {
    const form = session({ fields: [COUNT, PRICE, { ...NAME, visibleWhen: 'count > 0.0' }] });
    let runs = 0;
    autorun(() => {
      runs += 1;
      void form.access('name').visible;
    });
    form.setValue('price', 9);
    expect(runs).toBe(1);
    form.setValue('count', 1);
    expect(runs).toBe(2);
  });

  test('an unknown field is allowed nothing', () => {
    expect(session({ fields: [NAME] }).access('nope')).toEqual({ visible: false, editable: false, required: false });
  });

  test('a super role edits the selectors of a read-only form and nothing else (ED-005)', () => {
    const form = session({
      fields: [NAME, { tag: 'userSelector', __vModel__: 'who' }],
      mode: 'view',
      situation: { isEdit: '0', superRole: true },
    });
    expect(form.access('who').editable).toBe(true);
    expect(form.access('name').editable).toBe(false);
  });
});

describe('problems', () => {
  test('validation covers every visible field, mounted or not, and names each by its key', () => {
    const form = session({ fields: [NAME, { ...COUNT, required: true }] });
    expect(form.validate().map(({ code, path }) => [code, ...path])).toEqual([
      ['VALUE_REQUIRED', 'name'],
      ['VALUE_REQUIRED', 'count'],
    ]);
    expect(form.problems('name')[0].message).toBe('请填写名称');
  });

  test('a problem goes away while it is being corrected', () => {
    const form = session({ fields: [NAME] });
    form.validate();
    form.setValue('name', '甲');
    expect(form.problems('name')).toEqual([]);
  });

  test('a field that only others may change is not asked of this person', () => {
    expect(session({ fields: [{ ...NAME, flowEditable: '0' }] }).validate()).toEqual([]);
  });

  test('of rows that this person may add but not change, only those that are not stored yet are asked for', () => {
    const table = {
      tag: 'subTable',
      __vModel__: 'lines',
      label: '明细',
      editNodeCtr: '经办人',
      children: [{ ...NAME, flowEditable: '1' }],
    };
    const stored = record({}, { childTables: { lines: [{ id: '1', fieldsMap: { name: '' } }] } });
    const form = session({ fields: [table], record: stored, situation: { taskNode: '复核', isEdit: '1' } });
    expect(form.validate()).toEqual([]);
    const rows = [...stored.childTables.lines, { id: '2', fieldsMap: { name: '' } }];
    form.setValue('lines', rows);
    expect(form.validate().map(({ path }) => path)).toEqual([['lines', 1, 'name']]);
    form.toRecord();
    form.markSaved(record({}, { childTables: { lines: rows } }));
    expect(form.validate()).toEqual([]);
  });

  test('problems of a refused save land on their fields; the rest is given back', () => {
    const form = session({ fields: [NAME, SEAL, { tag: 'el-card', label: '内层', children: [COUNT] }] });
    const problem = (...path: (string | number)[]) => ({
      code: 'VALUE_FORBIDDEN' as const,
      path,
      message: '不行',
      params: {},
      level: 'error' as const,
    });
    const rest = form.showProblems([
      problem('fieldsMap', 'name'),
      problem('count'),
      problem('fieldsMap', 'sealLabel'),
      problem('fieldsMap', 'gone'),
      problem(),
    ]);
    expect(['name', 'count', 'seal'].map((key) => form.problems(key).length)).toEqual([1, 1, 1]);
    expect(rest).toHaveLength(2);

    form.clearProblems();
    form.setValue('name', '甲');
    form.toRecord();
    form.setValue('name', '乙');
    form.showProblems([problem('fieldsMap', 'name'), problem('fieldsMap', 'count')]);
    // the name was corrected while the save was under way
    expect(['name', 'count'].map((key) => form.problems(key).length)).toEqual([0, 1]);
  });

  test('problems of a refused save land on the rows that were sent, wherever they are by then', () => {
    const form = session({
      fields: [{ tag: 'subTable', __vModel__: 'items', label: '明细', children: [NAME, COUNT] }],
    });
    const row = (id: string, count = 1) => ({ id, fieldsMap: { name: id, count } });
    form.setValue(
      'items',
      ['a', 'b', 'c', 'd'].map((id) => row(id)),
    );
    const [, , c, d] = form.values.items as ReturnType<typeof row>[];
    form.toRecord();
    // while the save is under way: a is removed, d moved up, b corrected, and a row added
    form.setValue('items', [d, row('b', 2), c, row('e')]);
    form.showProblems(
      [0, 1, 2, 3].map((index) => ({
        code: 'VALUE_RANGE' as const,
        path: ['childTables', 'items', index, 'fieldsMap', 'count'],
        message: `第 ${index + 1} 行不行`,
        params: {},
        level: 'error' as const,
      })),
    );
    expect(form.problems('items').map(({ path, message }) => [...path, message])).toEqual([
      [2, 'count', '第 3 行不行'],
      [0, 'count', '第 4 行不行'],
    ]);
  });
});

describe('a unique value', () => {
  const NO = { tag: 'el-input', __vModel__: 'no', label: '编号', unique: true };
  const taken = fakeServices({ records: { isFree: async () => false } as never });
  /** Longer than the delay of the query. */
  const queried = () => settle(300);

  test('that the record has stored is not taken, whether the answer comes after the save or before it', async () => {
    for (const isAnsweredFirst of [false, true]) {
      const form = session({ fields: [NO], services: taken });
      form.setValue('no', 'A1');
      form.validateField('no');
      const sent = form.toRecord();
      if (isAnsweredFirst) await queried();
      expect(form.problems('no').map(({ code }) => code)).toEqual(isAnsweredFirst ? ['VALUE_TAKEN'] : []);
      form.markSaved({ ...sent, id: 'r9', revision: 1 });
      await queried();
      expect([form.problems('no'), form.validate()]).toEqual([[], []]);
      // nor is it after another value was stored
      form.setValue('no', 'A2');
      form.markSaved({ ...form.toRecord(), revision: 2 });
      form.setValue('no', 'A1');
      expect(form.validate()).toEqual([]);
    }
  });
});

describe('unsaved changes', () => {
  test('typing makes it dirty, typing the old value back makes it clean', () => {
    const form = session({ fields: [NAME], record: record({ name: '甲' }) });
    form.setValue('name', '乙');
    expect(form.isDirty).toBe(true);
    form.setValue('name', '甲');
    expect(form.isDirty).toBe(false);
  });

  test('what was typed while a save was under way stays, and stays unsaved', () => {
    const form = session({ fields: [NAME, COUNT], record: record({ name: '甲', count: 1 }) });
    form.setValue('name', '乙');
    const sent = form.toRecord();
    form.setValue('count', 2);
    form.markSaved({ ...sent, revision: 4 });
    expect(form.values).toMatchObject({ name: '乙', count: 2 });
    expect(form.isDirty).toBe(true);
    expect(form.toRecord().revision).toBe(4);
    form.markSaved({ ...form.toRecord(), revision: 5 });
    expect(form.isDirty).toBe(false);
  });

  test('what the server itself filled in arrives in the form', () => {
    const form = session({ fields: [NAME, { tag: 'el-input', __vModel__: 'no', label: '编号' }] });
    form.setValue('name', '甲');
    const sent = form.toRecord();
    form.markSaved({ ...sent, id: 'r9', fieldsMap: { ...sent.fieldsMap, no: 'WT-1' } });
    expect(form.values).toMatchObject({ name: '甲' });
    expect(form.record?.id).toBe('r9');
  });

  test('loading another record replaces values, problems and changes', () => {
    const form = session({ fields: [NAME, COUNT] });
    form.validate();
    form.setValue('count', 9);
    form.load(record({ name: '丙' }));
    expect({ ...form.values }).toEqual({ name: '丙' });
    expect([form.isDirty, form.problems('name').length]).toEqual([false, 0]);
  });
});

test('a form that is only read creates no Formily fields', () => {
  const form = session({
    fields: [NAME, COUNT],
    record: record({ name: '甲' }),
    mode: 'view',
    situation: { isEdit: '0' },
  });
  expect(form.mode).toBe('view');
  expect(form.access('name')).toEqual({ visible: true, editable: false, required: false });
});
