import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { frame, record, session, show } from '../support.tsx';

const FIELDS = [
  { tag: 'el-input', __vModel__: 'name', label: '名称' },
  { tag: 'el-input', __vModel__: 'more', label: '补充', visibleWhen: "name == '甲'" },
  { tag: 'el-input', __vModel__: 'mine', label: '备注', visibleWhen: "taskNode == '审核'" },
];
const shown = (): (string | undefined)[] =>
  ['name', 'more', 'mine'].map((key) => frame(key)?.querySelector('.sf-text')?.textContent);

test('a form that is read follows another record, what a value shows and hides, and the situation', async () => {
  const form = session({ fields: FIELDS, record: record({ name: '甲', more: '一', mine: '二' }), mode: 'view' });
  await show(form);
  expect(shown()).toEqual(['甲', '一', undefined]);
  act(() => form.setSituation({ taskNode: '审核' }));
  expect(shown()).toEqual(['甲', '一', '二']);
  act(() => form.load(record({ name: '乙', more: '三', mine: '四' })));
  expect(shown()).toEqual(['乙', undefined, '四']);
  act(() =>
    form.setProblems('name', [{ code: 'VALUE_REQUIRED', level: 'error', path: [], message: '不能为空' } as never]),
  );
  expect(frame('name')?.textContent).toContain('不能为空');
  expect(shown()[0]).toBe('乙');
});
