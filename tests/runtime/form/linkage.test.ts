import { describe, expect, test } from 'vitest';
import { fakeServices, settle } from '../../widgets/support.tsx';
import { NAME, record, session } from '../support.tsx';

const PROVINCE = {
  tag: 'el-select',
  __vModel__: 'province',
  label: '省',
  __slot__: {
    options: [
      { label: '广东', value: 'gd' },
      { label: '河北', value: 'hb' },
    ],
  },
};
const CITY = {
  tag: 'el-select',
  __vModel__: 'city',
  label: '市',
  dependKey: 'province',
  __slot__: {
    options: [
      { label: '广州', value: 'gz', parent: 'gd' },
      { label: '深圳', value: 'sz', parent: 'gd' },
      { label: '保定', value: 'bd', parent: 'hb' },
      { label: '其他', value: 'x' },
    ],
  },
};
const DISTRICT = {
  tag: 'el-radio-group',
  __vModel__: 'district',
  label: '区',
  dependKey: 'city',
  __slot__: {
    options: [
      { label: '天河', value: 'th', parent: 'gz' },
      { label: '南山', value: 'ns', parent: ['sz'] },
    ],
  },
};
const SITE = {
  tag: 'el-select',
  __vModel__: 'site',
  label: '工程',
  isRemote: '1',
  resourseApi: '/pms/sites',
  resourseApiParams: { city: '${city}' },
  dataPath: 'list',
};

describe('options that follow another field', () => {
  test('what is no option any more is cleared, level by level, with its text', () => {
    const form = session({ fields: [PROVINCE, CITY, DISTRICT] });
    form.setValue('province', 'gd', '广东');
    form.setValue('city', 'gz', '广州');
    form.setValue('district', 'th', '天河');
    form.setValue('province', 'hb', '河北');
    expect(form.values).toMatchObject({ city: '', cityLabel: '', district: '', districtLabel: '' });
  });

  test('what is an option under both stays; of several values those that hold stay', () => {
    const form = session({ fields: [PROVINCE, { ...CITY, multiple: true }] });
    form.setValue('province', 'gd');
    form.setValue('city', ['gz', 'x'], '广州、其他');
    form.setValue('province', 'hb');
    expect(form.values).toMatchObject({ city: ['x'], cityLabel: '其他' });
  });

  test('with keepStray the value stays and is named as wrong', () => {
    const form = session({ fields: [PROVINCE, { ...CITY, keepStray: '1' }] });
    form.setValue('province', 'gd');
    form.setValue('city', 'gz', '广州');
    form.setValue('province', 'hb');
    expect(form.values.city).toBe('gz');
    expect(form.problems('city').map(({ code, message }) => [code, message.includes('广州')])).toEqual([
      ['VALUE_OPTION', true],
    ]);
  });

  test('a choice outside of its parent is refused by the same check that the server makes', () => {
    const form = session({ fields: [PROVINCE, CITY] });
    form.setValue('province', 'hb');
    form.setValue('city', 'gz');
    expect(form.validate().map(({ code, path }) => [code, path])).toEqual([['VALUE_OPTION', ['city']]]);
  });

  test('what this person may not change is left to those who may', () => {
    const form = session({
      fields: [PROVINCE, { ...CITY, flowEditable: '0' }],
      record: record({ province: 'gd', city: 'gz', cityLabel: '广州' }),
    });
    form.setValue('province', 'hb');
    expect(form.values).toMatchObject({ city: 'gz', cityLabel: '广州' });
  });

  test('options of a call are waited for before a value is taken away, and a failed call takes nothing', async () => {
    const asked: unknown[] = [];
    const services = fakeServices({
      request: async ({ params }) => {
        asked.push(params.city);
        if (params.city === 'sz') throw new Error('暂不可用');
        return { list: params.city === 'gz' ? [{ label: '一号', value: 's1' }] : [] };
      },
    });
    const form = session({ fields: [CITY, SITE].map((node) => ({ ...node, dependKey: undefined })), services });
    form.setValue('city', 'gz');
    form.setValue('site', 's1', '一号');
    form.setValue('city', 'sz');
    await settle(10);
    expect(form.values.site).toBe('s1');
    form.setValue('city', 'bd');
    expect(form.values.site).toBe('s1');
    await settle(10);
    expect([form.values.site, asked]).toEqual(['', ['sz', 'bd']]);
  });

  test('what was searched for under another value is to be chosen again, and asks nothing; with keepStray it stays unmarked', () => {
    const services = fakeServices({
      request: async () => {
        throw new Error('not asked for');
      },
    });
    for (const [keepStray, left] of [
      ['0', ''],
      ['1', 's1'],
    ] as const) {
      const form = session({
        fields: [CITY, { ...SITE, remote: true, keepStray }].map((node) => ({ ...node, dependKey: undefined })),
        services,
      });
      form.setValue('city', 'gz');
      form.setValue('site', 's1', '一号');
      form.setValue('city', 'bd');
      expect([form.values.site, form.problems('site')]).toEqual([left, []]);
    }
  });

  test('a stored stray is nobody’s change: opening the record leaves it', () => {
    const form = session({
      fields: [PROVINCE, CITY],
      record: record({ province: 'hb', city: 'gz', cityLabel: '广州' }),
    });
    expect([form.values.city, form.isDirty]).toEqual(['gz', false]);
  });
});

describe('defaults at a later node', () => {
  const RECEIVER = {
    tag: 'userSelector',
    __vModel__: 'receiver',
    label: '收样人',
    defaultValue: '${curentUser}',
    defaultWhen: 'editable',
  };
  const DAY = { tag: 'el-date-picker', __vModel__: 'day', label: '收样日期', isToday: '1', defaultWhen: 'editable' };
  const rules = (taskNode: string, isStart: boolean, editable: '0' | '1') => ({
    taskNode,
    isStart,
    fields: { name: { editable: '1' as const }, receiver: { editable }, day: { editable } },
    tables: {},
    actions: [],
  });
  const applicant = { nodeRules: rules('申请', true, '0') as never };
  const handler = {
    user: { id: 'u9', name: '周收样', roles: [] },
    taskNode: '收样',
    todo: '1' as const,
    flowState: '1',
    recordId: 'r1',
    nodeRules: rules('收样', false, '1') as never,
  };

  test('the applicant does not become the receiver; who takes the sample does, once the field is theirs', () => {
    const fields = [NAME, RECEIVER, DAY];
    expect(session({ fields, situation: applicant }).values.receiver).toBeUndefined();
    const later = session({ fields, situation: handler, record: record({ name: '甲' }, { flwState: '1' }) });
    expect(later.values).toMatchObject({ receiver: 'u9', receiverLabel: '周收样' });
    expect(later.values.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(later.isDirty).toBe(false);
    expect(later.toRecord().fieldsMap.receiver).toBe('u9');
  });

  test('what is filled in already stays, and a reader fills in nothing', () => {
    const fields = [NAME, RECEIVER];
    expect(
      session({ fields, situation: handler, record: record({ receiver: 'u2', receiverLabel: '李' }) }).values,
    ).toMatchObject({ receiver: 'u2', receiverLabel: '李' });
    expect(
      session({ fields, situation: { ...handler, isEdit: '0' }, mode: 'view', record: record({ name: '甲' }) }).values
        .receiver,
    ).toBeUndefined();
  });

  test('a time field with isToday begins with the time of day', () => {
    expect(
      session({ fields: [{ tag: 'el-time-picker', __vModel__: 'at', isToday: '1', format: 'HH:mm' }] }).values.at,
    ).toMatch(/^\d\d:\d\d$/);
  });
});
