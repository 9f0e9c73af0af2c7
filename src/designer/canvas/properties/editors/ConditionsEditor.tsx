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

const PERSON_AND_RECORD_PLACEHOLDERS = [
  { value: '${curentUser}', label: '当前人员' },
  { value: '${curentDept}', label: '当前人员的部门' },
  { value: '${curentUnit}', label: '当前人员的单位' },
  { value: '${id}', label: '本记录（仅在记录页）' },
];
const FILLED_PLACEHOLDERS = [
  { value: '${notEmpty}', label: '已填写' },
  { value: '${empty}', label: '未填写' },
];
const PERIOD_PLACEHOLDERS = PERIOD_OPTIONS.map(({ value, label }) => ({ value: `\${${value}}`, label }));

/** Returns the values that are offered for a field; other values can be typed. */
function valueChoices(field: string, form: CompiledForm | null | undefined, vocabulary: Vocabulary) {
  const node = form?.fields.get(field)?.node;
  const isDate = node ? holdsContent(node, 'date', vocabulary) : DATE_COLUMNS.includes(field);
  const options = (node && staticOptions(node)) ?? [];
  return [
    ...options.map(({ label, value }) => ({ value: String(value), label })),
    ...FILLED_PLACEHOLDERS,
    ...(isDate ? PERIOD_PLACEHOLDERS : PERSON_AND_RECORD_PLACEHOLDERS),
  ];
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((item) => item !== undefined && item !== null && item !== '')
    .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)));

/**
 * Converts the chosen texts to the value of a condition: a single value for one text, else a list. A placeholder such
 * as `${thisMonth}` replaces all other values. A text is converted to a number if the value was a number before, or if
 * it is typed for a number field.
 */
function valueOf(texts: readonly string[], before: unknown, isNumber: boolean): unknown {
  const last = texts.at(-1);
  if (last === undefined) return '';
  if (wordCondition(last) !== null) return last;
  const valuesBefore = Array.isArray(before) ? (before as unknown[]) : [before];
  const values = texts
    .filter((text) => wordCondition(text) === null)
    .map((text) => {
      const valueBefore = valuesBefore.find((item) => String(item) === text);
      if (valueBefore !== undefined) return valueBefore;
      return isNumber && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    });
  return values.length === 1 ? values[0] : values;
}

/** Edits fixed conditions: fields of the listed form, each with one or several values or with a placeholder. */
export function ConditionsEditor({ property, value, onChange, id }: EditorProps) {
  const vocabulary = useRegistry();
  const load = useFormNamedBy(property);
  const form = load.value;
  const entries = Object.entries(isObject(value) ? value : {});
  const setEntries = (next: [string, unknown][]): void =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const change = (index: number, entry: [string, unknown]): void =>
    setEntries(entries.map((unchanged, position) => (position === index ? entry : unchanged)));
  const fields = form
    ? [
        ...[...form.fields.values()]
          .filter(({ key }) => !form.tables.has(key))
          .map(({ key, node }) => ({ value: key, label: node.label || key })),
        ...systemChoices(form),
      ]
    : [];
  const unusedFields = fields.filter((choice) => !entries.some(([field]) => field === choice.value));
  return (
    <div className="ds-pairs">
      {entries.map(([field, fieldValue], index) => {
        const isKnown = fields.some((choice) => choice.value === field);
        // paths along relations, and system columns that this editor does not offer, can be typed in the JSON view, so
        // they are not marked as missing
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
                ...fields.filter((choice) => choice.value === field || unusedFields.includes(choice)),
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
              status={textsOf(fieldValue).length === 0 ? 'error' : ''}
              value={textsOf(fieldValue)}
              options={valueChoices(field, form, vocabulary)}
              onChange={(next) =>
                change(index, [field, valueOf(next, fieldValue, form?.fields.get(field)?.valueType === 'double')])
              }
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label="删除此行"
              onClick={() => setEntries(entries.filter((_item, position) => position !== index))}
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
        disabled={unusedFields.length === 0}
        title={form ? undefined : '先选择表单'}
        onClick={() => setEntries([...entries, [unusedFields[0]?.value ?? '', '']])}
      >
        添加条件
      </Button>
    </div>
  );
}
