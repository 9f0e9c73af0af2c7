import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { GroupZone } from '../../../src/designer/datasets/design/GroupZone.tsx';
import type { DatasetDoc } from '../../../src/designer/datasets/model/datasetDoc.ts';
import { describeDataset } from '../../../src/designer/datasets/model/describe.ts';
import { sourceFields } from '../../../src/designer/datasets/model/sourceFields.ts';
import { parseDataset, parseFormDefinition } from '../../../src/importer/index.ts';
import { compileForm, createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const read = parseFormDefinition(
  {
    formKey: 'project',
    formName: '工程',
    fields: [
      {
        tag: 'el-cascader',
        __vModel__: 'region',
        label: '所在地区',
        isStatic: '1',
        staticJson: [{ label: '江苏省', value: '江苏省', children: [{ label: '南京市', value: '南京市' }] }],
      },
      { tag: 'el-input', __vModel__: 'name', label: '工程名称' },
    ],
  },
  vocabulary,
);
if (!read.ok) throw new Error('the form of the test does not parse');
const fields = sourceFields(compileForm(read.value, vocabulary), vocabulary, {});
const find = (path: string) => fields.find((one) => one.path === path);

const doc: DatasetDoc = {
  datasetKey: 'd',
  name: 'D',
  from: 'project',
  groupBy: [
    { key: 'region', of: 'region', label: '地区' },
    { key: 'name', of: 'name' },
  ],
  measures: [{ key: 'count', fn: 'count' }],
};

it('a field that holds a place is grouped by province, city or district; any other by its value', async () => {
  expect(find('region')?.isPlace).toBe(true);
  expect(find('name')?.isPlace).toBeUndefined();
  const changed = vi.fn();
  render(<GroupZone doc={doc} find={find} onChange={changed} />);
  expect(screen.queryByRole('combobox', { name: '分组“工程名称”的方式' })).toBeNull();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '分组“地区”的方式' }));
  fireEvent.click(await screen.findByText('按市'));
  const next = changed.mock.lastCall?.[0] as DatasetDoc;
  expect(next.groupBy?.[0]).toEqual({ key: 'region', of: 'region', label: '地区', by: 'area', level: 2 });
  expect(parseDataset(next, vocabulary).problems).toEqual([]);
  expect(describeDataset(next, '工程', find)).toContain('地区（按行政区划）');
});
