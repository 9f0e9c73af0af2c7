import { isObject } from '../model/nodes.ts';
import { withKey, type RuleObject } from './effectModel.ts';
import { InputLine, MultiSelectLine } from './controlLines.tsx';
import { PrintListEditor } from './PrintListEditor.tsx';
import type { RuleEditorProps } from './ruleNames.ts';
import { RuleList } from './RuleList.tsx';
import { nameOfForm } from './describeRules.ts';

interface Props extends RuleEditorProps {
  /** `print` of the form as written. */
  value: unknown;
  onChange(print: RuleObject | undefined): void;
}

/** Edits the printout of a record: fields of related records, and lists of records that refer to the record. */
export function PrintRules({ value, names, compiled, onChange }: Props) {
  const print: RuleObject = isObject(value) ? value : {};
  const setKey = (key: string, next: unknown): void => {
    const changedPrint = withKey(print, key, next);
    onChange(Object.keys(changedPrint).length === 0 ? undefined : changedPrint);
  };
  const relatedFields = names.infos
    .filter(({ key, columns }) => key.includes('.') && columns === null)
    .map(({ key, label }) => ({ value: key, label }));
  const title = typeof print.title === 'string' ? print.title : '';
  return (
    <section className="ds-rules" aria-label="打印">
      <header>
        <h3>打印</h3>
        <span className="ds-note">打印记录时一并打印的相关内容，只含打印人有权查看的</span>
      </header>
      <div className="ds-row">
        <MultiSelectLine
          label="关联记录的字段"
          help="沿本表单的关联取得"
          placeholder={relatedFields.length === 0 ? '本表单没有关联字段' : '不打印'}
          value={print.along}
          choices={relatedFields}
          onChange={(next) => setKey('along', next)}
        />
        <InputLine
          label="这些字段的标题"
          placeholder="相关信息"
          maxLength={40}
          value={title}
          onChange={(next) => setKey('title', next)}
        />
      </div>
      <RuleList
        title="打印的单据"
        ruleName="单据"
        help="指向本记录的其他单据，各打印为一张表"
        rules={Array.isArray(print.lists) ? print.lists : []}
        newRule={{ formKey: '', via: '', columns: ['title'] }}
        describe={(list) => {
          const count = Array.isArray(list.columns) ? list.columns.length : 0;
          const heading = typeof list.title === 'string' ? `，标题“${list.title}”` : '';
          return `指向本记录的${nameOfForm(list.formKey, names)}${heading}，${count} 列`;
        }}
        renderEditor={(list, change) => (
          <PrintListEditor list={list} names={names} compiled={compiled} onChange={change} />
        )}
        onChange={(next) => setKey('lists', next.length === 0 ? undefined : next)}
      />
    </section>
  );
}
