import { expect, it } from 'vitest';
import { fieldsWithoutSource, withOptionSources } from '../../../src/designer/forms/optionSources.ts';
import { warning } from '../../../src/domain/problem/index.ts';
import type { FormDefinition } from '../../../src/kernel/index.ts';

const remote = (key: string, more: object = {}) => ({
  tag: 'el-select',
  __vModel__: key,
  label: `名称${key}`,
  isRemote: '1',
  resourseApi: `/base/${key}`,
  resourseApiType: 'post',
  hashArr: { label: 'name', value: 'id' },
  ...more,
});
const definition = {
  formKey: 'f',
  formName: 'f',
  fields: [
    remote('a', { required: true }),
    { tag: 'subTable', __vModel__: 'rows', label: '明细', children: [remote('b')] },
    { tag: 'userSelector', __vModel__: 'who', label: '人员' },
  ],
} as unknown as FormDefinition;
const told = (path: (string | number)[], url: string) =>
  warning('DOC_OPTION_CALL', path, { label: '', url, detail: '' });

it('fields that the server named are found with what may stand in their place, in forms and in rows', () => {
  const missing = fieldsWithoutSource(definition, [
    told(['fields', 0, 'resourseApi'], '/base/a'),
    told(['fields', 1, 'children', 0, 'resourseApi'], '/base/b'),
    told(['fields', 7, 'resourseApi'], '/gone'),
    warning('DOC_LOCKED', ['fields', 2], { label: '' }),
  ]);
  expect(missing).toEqual([
    { path: ['fields', 0], label: '名称a', url: '/base/a', isRequired: true, canHaveOptions: true },
    { path: ['fields', 1, 'children', 0], label: '名称b', url: '/base/b', isRequired: false, canHaveOptions: true },
  ]);
});

it('a dictionary or fixed options take the place of the call, and nothing of the call is left', () => {
  const options = [{ label: '广州', value: 'gz' }];
  const next = withOptionSources(definition, [
    { path: ['fields', 0], source: { options } },
    { path: ['fields', 1, 'children', 0], source: { dictCode: 'brand' } },
  ]) as unknown as { fields: Record<string, unknown>[] };
  expect(next.fields[0]).toEqual({
    tag: 'el-select',
    __vModel__: 'a',
    label: '名称a',
    required: true,
    __slot__: { options },
  });
  expect(next.fields[1]?.children).toEqual([
    { tag: 'el-select', __vModel__: 'b', label: '名称b', isDict: '1', dictCode: 'brand' },
  ]);
  expect((definition.fields[0] as { isRemote?: string }).isRemote).toBe('1');
});
