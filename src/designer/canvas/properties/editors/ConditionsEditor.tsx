import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import {
  holdsContent,
  staticOptions,
  wordCondition,
  type CompiledForm,
  type Vocabulary,
} from '../../../../kernel/index.ts';
import { useRegistry } from '../../../../runtime/contexts.ts';
import { DATE_COLUMNS, QUERY_COLUMNS } from '../../../../rules/listNames.ts';
import { PERIOD_OPTIONS } from '../../../../screens/list/more/periodOptions.ts';
import { isObject } from '../../model/nodes.ts';
import type { EditorProps } from './basicEditors.tsx';
import { systemChoices, useFormNamedBy } from './datasetEditors.tsx';

const PERSON_WORDS = [
  { value: '${curentUser}', label: '当前人员' },
  { value: '${curentDept}', label: '当前人员的部门' },
  { value: '${curentUnit}', label: '当前人员的单位' },
  { value: '${id}', label: '本记录（仅在记录页）' },
];
const FILLED_WORDS = [
  { value: '${notEmpty}', label: '已填写' },
  { value: '${empty}', label: '未填写' },
];
const PERIOD_WORDS = PERIOD_OPTIONS.map(({ value, label }) => ({ value: `\${${value}}`, label }));

/** The values that are offered for a field; others can be typed. */
function valueChoices(field: string, form: CompiledForm | null | undefined, vocabulary: Vocabulary) {
  const node = form?.fields.get(field)?.node;
  const isDate = node ? holdsContent(node, 'date', vocabulary) : DATE_COLUMNS.includes(field);
  const options = (node && staticOptions(node)) ?? [];
  return [
    ...options.map(({ label, value }) => ({ value: String(value), label })),
    ...FILLED_WORDS,
    ...(isDate ? PERIOD_WORDS : PERSON_WORDS),
  ];
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => one !== undefined && one !== null && one !== '')
    .map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)));

/**
 * The value of a condition for the chosen texts: a single one alone, and a word such as `${thisMonth}` instead of all
 * others. What was a number stays one, and so does what is typed for a number field.
 */
function valueOf(texts: readonly string[], before: unknown, isNumber: boolean): unknown {
  const last = texts.at(-1);
  if (last === undefined) return '';
  if (wordCondition(last) !== null) return last;
  const kept = Array.isArray(before) ? (before as unknown[]) : [before];
  const values = texts
    .filter((text) => wordCondition(text) === null)
    .map((text) => {
      const same = kept.find((one) => String(one) === text);
      return same !== undefined ? same : isNumber && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    });
  return values.length === 1 ? values[0] : values;
}

/** Edits fixed conditions: fields of the listed form, each with one or several values, or a word that is offered. */
export function ConditionsEditor({ property, value, onChange, id }: EditorProps) {
  const vocabulary = useRegistry();
  const load = useFormNamedBy(property);
  const form = load.value;
  const entries = Object.entries(isObject(value) ? value : {});
  const set = (next: [string, unknown][]): void => onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const change = (index: number, entry: [string, unknown]): void =>
    set(entries.map((one, position) => (position === index ? entry : one)));
  const fields = form
    ? [
        ...[...form.fields.values()]
          .filter(({ key }) => !form.tables.has(key))
          .map(({ key, node }) => ({ value: key, label: node.label || key })),
        ...systemChoices(form),
      ]
    : [];
  const unused = fields.filter((one) => !entries.some(([field]) => field === one.value));
  return (
    <div className="ds-pairs">
      {entries.map(([field, one], index) => {
        const isKnown = fields.some((choice) => choice.value === field);
        // a path along relations and further columns that were typed in the JSON view are kept
        const mayBeTyped = field.includes('.') || QUERY_COLUMNS.some((column) => column === field);
        const isMissing = form !== null && form !== undefined && !isKnown && !mayBeTyped;
        return (
          <div key={field} className="ds-pair">
            <Select
              id={index === 0 ? id : undefined}
              size="small"
              showSearch
              optionFilterProp="label"
              aria-label="字段"
              popupMatchSelectWidth={false}
              status={isMissing ? 'error' : ''}
              value={field}
              options={[
                ...fields.filter((choice) => choice.value === field || unused.includes(choice)),
                ...(isKnown ? [] : [{ value: field, label: isMissing ? `${field}（找不到）` : field }]),
              ]}
              onChange={(next: string) => change(index, [next, ''])}
            />
            <Select<string[]>
              size="small"
              mode="tags"
              optionFilterProp="label"
              aria-label="值"
              placeholder="选择或输入"
              popupMatchSelectWidth={false}
              status={textsOf(one).length === 0 ? 'error' : ''}
              value={textsOf(one)}
              options={valueChoices(field, form, vocabulary)}
              onChange={(next) =>
                change(index, [field, valueOf(next, one, form?.fields.get(field)?.valueType === 'double')])
              }
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label="删除此行"
              onClick={() => set(entries.filter((_one, position) => position !== index))}
            />
          </div>
        );
      })}
      <Button
        id={entries.length === 0 ? id : undefined}
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={unused.length === 0}
        title={form ? undefined : '先选择表单'}
        onClick={() => set([...entries, [unused[0]?.value ?? '', '']])}
      >
        添加条件
      </Button>
    </div>
  );
}
