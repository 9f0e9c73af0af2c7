import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FieldTree } from '../../../src/designer/datasets/design/FieldTree.tsx';
import { GroupZone } from '../../../src/designer/datasets/design/GroupZone.tsx';
import type { Source } from '../../../src/designer/datasets/design/useSource.ts';
import type { DatasetDoc } from '../../../src/designer/datasets/model/datasetDoc.ts';
import { describeDataset } from '../../../src/designer/datasets/model/describeDataset.ts';
import { sourceFields, type SourceField } from '../../../src/designer/datasets/model/sourceFields.ts';
import { parseDataset, parseFormDefinition } from '../../../src/importer/index.ts';
import { compileForm, createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

afterEach(cleanup);

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
      { tag: 'el-input-number', __vModel__: 'amount', label: '金额' },
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
  expect(find('region')?.mayBeRegion).toBe(true);
  expect(find('name')?.mayBeRegion).toBeUndefined();
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

it('the limits of ranges are taken as they are typed in Chinese, and what is no number is named', async () => {
  const changed = vi.fn();
  render(<GroupZone doc={{ ...doc, groupBy: [{ key: 'amount', of: 'amount' }] }} find={find} onChange={changed} />);
  const type = (text: string): void => {
    const input = screen.getByRole('combobox', { name: '分组“金额”的区间分界' });
    fireEvent.change(input, { target: { value: text } });
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
  };
  const ranges = (): unknown => (changed.mock.lastCall?.[0] as DatasetDoc | undefined)?.groupBy?.[0]?.ranges;
  type('１０００');
  expect(ranges()).toEqual([1000]);
  cleanup();
  render(<GroupZone doc={{ ...doc, groupBy: [{ key: 'amount', of: 'amount' }] }} find={find} onChange={changed} />);
  type('10,000');
  expect(ranges()).toEqual([10_000]);
  cleanup();
  render(<GroupZone doc={{ ...doc, groupBy: [{ key: 'amount', of: 'amount' }] }} find={find} onChange={changed} />);
  type('一万');
  await screen.findByText('“一万”不是数字');
});

it('a related form without fields is not explained by a search', () => {
  const relation = { ...(find('name') as SourceField), path: 'customer', label: '客户', to: 'customer' };
  const source = { fieldsAt: (prefix: string) => (prefix === '' ? [relation] : []), find } as unknown as Source;
  render(<FieldTree source={source} expandedPaths={['customer']} onOpen={() => undefined} onAdd={() => undefined} />);
  expect(screen.getByText('此表单未发布，或没有加载出来')).toBeTruthy();
});
