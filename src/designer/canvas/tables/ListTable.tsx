import { Input, Select } from 'antd';
import { nameOfNode } from '../model/designActions.ts';
import type { Design } from '../model/design.ts';
import { withKeys } from '../model/edits.ts';
import { isField, keyOf, walk } from '../model/nodes.ts';
import { useDesignValue, useDesignerContext } from '../designerContext.ts';
import { FieldTable, type KeyColumn } from './FieldTable.tsx';

const LIST_COLUMNS: readonly KeyColumn[] = [
  { key: 'isList', title: '列表列', help: '在列表中显示为列，按画布上的顺序', kind: 'flag' },
  { key: 'isSearch', title: '查询条件', help: '列表上方可按此字段查询', kind: 'flag' },
  { key: 'isTitle', title: '记录标题', help: '待办、关联选择等处以此称呼记录', kind: 'flag' },
  { key: 'width', title: '列宽', help: '像素；不填为自动', kind: 'number', appliesToColumns: true },
];

const docOf = (design: Design) => design.doc();

/** Edits the list of the form: its columns, its filters and the title of a record. */
export function ListTable() {
  const { design } = useDesignerContext();
  const doc = useDesignValue(docOf);
  const fields = [...walk(doc)]
    .filter(({ node, list }) => isField(node) && list.kind === 'nodes')
    .map(({ node }) => node);
  const labelsWith = (key: string): string =>
    fields
      .filter((node) => node[key] === '1')
      .map((node) => (typeof node.label === 'string' && node.label !== '' ? node.label : keyOf(node)))
      .join('、');
  return (
    <section className="ds-table-view" aria-label="列表">
      <p className="ds-list-words">
        <span>列：{labelsWith('isList') || '（未选，自动取前几个字段）'}</span>
        <span>查询：{labelsWith('isSearch') || '（无）'}</span>
        <span>标题：{labelsWith('isTitle') || '（未选）'}</span>
      </p>
      <div className="ds-list-title">
        <label htmlFor="title-template">记录标题模板</label>
        <Input
          id="title-template"
          size="small"
          placeholder="缺省由“记录标题”字段组成；可写文字，并在右侧插入字段"
          value={typeof doc.titleTemplate === 'string' ? doc.titleTemplate : ''}
          onChange={({ target }) =>
            design.edit(
              (current) => ({
                doc: withKeys(current, [], { titleTemplate: target.value === '' ? undefined : target.value }),
              }),
              'titleTemplate',
            )
          }
        />
        <Select<string>
          size="small"
          aria-label="在记录标题中插入字段"
          placeholder="插入字段"
          showSearch
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          value={null}
          options={fields.flatMap((node) => {
            const key = keyOf(node);
            return key === undefined ? [] : [{ value: key, label: nameOfNode(node) }];
          })}
          onChange={(key) =>
            design.edit(
              (current) => ({
                doc: withKeys(current, [], { titleTemplate: `${String(current.titleTemplate ?? '')}\${${key}}` }),
              }),
              'titleTemplate',
            )
          }
        />
      </div>
      <FieldTable label="列表设置" keys={LIST_COLUMNS} />
    </section>
  );
}
