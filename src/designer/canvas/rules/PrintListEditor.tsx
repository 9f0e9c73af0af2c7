import { useMemo } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { SYSTEM_COLUMN_CHOICES } from '../../../screens/list/columns/systemColumns.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { fieldsOf } from '../../flow/panel/design.ts';
import { withKey, type RuleObject } from './effectModel.ts';
import { ChoiceLine, InputLine, MultiSelectLine, type Choice } from './controlLines.tsx';
import { useRelatedForms } from './relations.ts';
import type { RuleEditorProps } from './ruleNames.ts';

interface Props extends Pick<RuleEditorProps, 'names' | 'compiled'> {
  list: RuleObject;
  onChange(list: RuleObject): void;
}

/**
 * Edits one list of related records in the printout of a record: the form of the related records, their relation to the
 * designed form, the columns, the sums and the title.
 */
export function PrintListEditor({ list, names, compiled, onChange }: Props) {
  const services = useServices();
  const vocabulary = useRegistry();
  const formKey = typeof list.formKey === 'string' ? list.formKey : '';
  const { load } = useLoad(
    () => (formKey === '' ? Promise.resolve(null) : loadForm({ services, vocabulary, formKey })),
    [services, vocabulary, formKey],
  );
  return (
    <div className="ds-row" data-rule-editor>
      <ChoiceLine
        label="哪个表单"
        value={formKey}
        choices={names.forms.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }))}
        onChange={(next) =>
          onChange({ ...withKey(list, 'sums', undefined), formKey: next ?? '', via: '', columns: ['title'] })
        }
      />
      {load.value ? (
        <ListParts
          listedForm={load.value}
          designedFormKey={compiled.definition.formKey}
          list={list}
          onChange={onChange}
        />
      ) : null}
      <InputLine
        label="标题"
        placeholder="缺省为表单名称"
        maxLength={40}
        value={list.title}
        onChange={(title) => onChange(withKey(list, 'title', title))}
      />
    </div>
  );
}

interface PartsProps extends Omit<Props, 'names' | 'compiled'> {
  /** The form whose records the list contains. */
  listedForm: CompiledForm;
  /** The key of the designed form. The list is part of the printout of its records. */
  designedFormKey: string;
}

/** The relation, the columns and the sums of a related list. */
function ListParts({ listedForm, designedFormKey, list, onChange }: PartsProps) {
  const relatedForms = useRelatedForms(listedForm);
  const columns = useMemo((): Choice[] => {
    const optionsOf = (source: CompiledForm, pathPrefix: string, labelPrefix: string): Choice[] =>
      fieldsOf(source)
        .filter((info) => info.columns === null)
        .map((info) => ({ value: pathPrefix + info.key, label: labelPrefix + info.label }));
    return [
      ...optionsOf(listedForm, '', ''),
      ...SYSTEM_COLUMN_CHOICES,
      ...relatedForms.flatMap((relatedForm) =>
        optionsOf(relatedForm.form, `${relatedForm.path}.`, `${relatedForm.label} › `),
      ),
    ];
  }, [listedForm, relatedForms]);
  const numberFields = fieldsOf(listedForm)
    .filter(({ type, columns: subTableColumns }) => type === 'double' && subTableColumns === null)
    .map(({ key, label }) => ({ value: key, label }));
  const relationPaths = relatedForms
    .filter((relatedForm) => relatedForm.form.definition.formKey === designedFormKey)
    .map(({ path, label }) => ({ value: path, label }));
  const setKey = (key: string, value: unknown): void => onChange(withKey(list, key, value));
  return (
    <>
      <ChoiceLine
        label="指向本记录的关联"
        placeholder={relationPaths.length === 0 ? '此表单没有指向本表单的关联字段' : '请选择'}
        value={list.via}
        choices={relationPaths}
        onChange={(next) => setKey('via', next ?? '')}
      />
      <MultiSelectLine
        label="列"
        placeholder="请选择"
        isRequired
        value={list.columns}
        choices={columns}
        onChange={(next) => setKey('columns', next ?? [])}
      />
      {numberFields.length === 0 ? null : (
        <MultiSelectLine
          label="表下合计"
          help="只计生效的记录"
          placeholder="不合计"
          value={list.sums}
          choices={numberFields}
          onChange={(next) => setKey('sums', next)}
        />
      )}
    </>
  );
}
