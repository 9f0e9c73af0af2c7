import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { isObject } from '../model/nodes.ts';
import { OneOf, type Choice } from './lines.tsx';
import type { RuleNames } from './ruleNames.ts';
import { expressionWords } from './ruleWords.ts';

interface Props {
  value: unknown;
  /** The fields that get values; null while their form is not chosen. */
  fields: readonly Choice[] | null;
  names: RuleNames;
  /** What the select of fields for a value is called. */
  takeFrom?: string;
  onChange(value: Record<string, unknown> | undefined): void;
}

/** An expression in the names of the fields that it reads; nothing where it reads none. */
function Reading({ text, names }: { text: string; names: RuleNames }) {
  const words = expressionWords(text, names);
  return words === text ? null : <p className="ds-note ds-rule-reads">即：{words}</p>;
}

/** Pairs of a field and the expression of its value; a field of this record can be inserted as the expression. */
export function Values({ value, fields: given, names, takeFrom = '取本记录的字段', onChange }: Props) {
  const entries = Object.entries(isObject(value) ? value : {});
  const set = (next: [string, unknown][]): void => onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const fields = given ?? [];
  const free = fields.find((one) => !entries.some(([key]) => key === one.value));
  const sources = names.infos.filter(({ columns }) => columns === null);
  return (
    <div className="ds-pairs">
      {entries.map(([key, one], index) => {
        const put = (entry: [string, unknown]): void => set(entries.map((other, at) => (at === index ? entry : other)));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the name is what is chosen
          <div key={index} className="ds-rule-value">
            <OneOf label="字段" value={key} choices={fields} onChange={(next) => put([next ?? key, one])} />
            <span aria-hidden="true">=</span>
            <Input
              size="small"
              aria-label={`${fields.find((field) => field.value === key)?.label ?? key}的值`}
              placeholder="字段或表达式"
              value={String(one)}
              onChange={({ target: box }) => put([key, box.value])}
            />
            <OneOf
              label={takeFrom}
              value=""
              placeholder="取字段"
              allowClear
              choices={sources.map((info) => ({ value: info.key, label: info.label }))}
              onChange={(next) => {
                if (next !== undefined) put([key, next]);
              }}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label="删除此值"
              onClick={() => set(entries.filter((_one, at) => at !== index))}
            />
            <Reading text={String(one)} names={names} />
          </div>
        );
      })}
      <Button
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={free === undefined}
        onClick={() => set([...entries, [free?.value ?? '', "''"]])}
      >
        {given === null ? '先选择记录' : '添加一个字段'}
      </Button>
    </div>
  );
}
