import type { CompiledForm } from '../../../kernel/index.ts';
import { withKey, type Effect } from './effectModel.ts';
import { ChoiceLine, type Choice } from './controlLines.tsx';
import { relationsOf } from './relations.ts';
import type { RuleEditorProps, RuleNames } from './ruleNames.ts';

/** An option in the selection of a record. `to`: the key of the form to which the record belongs. */
interface RecordChoice extends Choice {
  to: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the relations to which records can be added: those of this record, and those of the records to which this
 * record or its rows refer.
 */
export const linkTargets = (compiled: CompiledForm, { related }: RuleNames): RecordChoice[] => [
  ...relationsOf(compiled).map(({ key, label, to }) => ({ value: key, label, to })),
  ...related
    // nothing can be added to records that are chosen in a dialog (`dialog.`) or created by an effect (`made.`)
    .filter(({ path }) => !/^(dialog|made)\./.test(path))
    .flatMap(({ path, label: recordLabel, form }) =>
      relationsOf(form).map(({ key, label, to }) => ({
        value: `${path}.${key}`,
        label: `${recordLabel} › ${label}`,
        to,
      })),
    ),
];

/**
 * Returns the records that can be added: this record, records that are chosen in a dialog or created by other effects,
 * and the records to which the relations of `linkTargets` refer. If the effect runs for each row of a sub-table
 * (`each`: the key of the sub-table), also the records to which the row refers.
 */
export function addableRecords(compiled: CompiledForm, names: RuleNames, each: string): RecordChoice[] {
  const columns = [...(compiled.tables.get(each)?.columns ?? [])].flatMap(({ key, node }) => {
    const { to, label } = node as { to?: unknown; label?: string };
    return typeof to === 'string' && to !== '' ? [{ value: `row.${key}`, label: `本行的“${label ?? key}”`, to }] : [];
  });
  const otherRecords = names.related
    .filter(({ path }) => /^(dialog|made)\.[^.]+$/.test(path))
    .map(({ path, label, form }) => ({ value: path, label, to: form.definition.formKey }));
  return [
    { value: 'id', label: '本记录', to: compiled.definition.formKey },
    ...columns,
    ...otherRecords,
    ...linkTargets(compiled, names).map((target) => ({ ...target, label: `“${target.label}”所选的记录` })),
  ];
}

interface Props extends RuleEditorProps {
  effect: Effect;
  onChange(effect: Effect): void;
}

/** Edits a `link` effect: the relation, and the records that are added to it. */
export function LinkParts({ effect, names, compiled, onChange }: Props) {
  const targets = linkTargets(compiled, names);
  const link = textOf(effect.link);
  const target = targets.find(({ value }) => value === link);
  const records = addableRecords(compiled, names, textOf(effect.each));
  const formName = (key: string): string => names.forms.find((form) => form.key === key)?.name ?? key;
  /**
   * Returns the records of the form `to`, or of all forms if `to` is undefined. Leaves out the record to which the
   * relation `relationPath` itself refers: it need not be added.
   */
  const recordsFor = (to: string | undefined, relationPath: string): RecordChoice[] =>
    records.filter((record) => record.value !== relationPath && (to === undefined || record.to === to));
  return (
    <>
      <ChoiceLine
        label="加入哪个关联字段"
        help="本记录的关联字段，或所关联记录的关联字段；可选多条的在原有之后加入，只能选一条的换成新的"
        value={link}
        choices={targets}
        onChange={(next) => {
          const chosenTarget = targets.find(({ value }) => value === next);
          const choices = recordsFor(chosenTarget?.to, next ?? '');
          const record = choices.some(({ value }) => value === effect.to) ? effect.to : choices[0]?.value;
          onChange(withKey(withKey(effect, 'link', next ?? ''), 'to', record ?? ''));
        }}
      />
      <ChoiceLine
        label="加入哪条记录"
        help="关联字段所指表单的记录"
        value={effect.to}
        placeholder={
          target && recordsFor(target.to, link).length === 0
            ? `本记录没有另外指向“${formName(target.to)}”的字段`
            : '请选择'
        }
        choices={recordsFor(target?.to, link)}
        onChange={(next) => onChange(withKey(effect, 'to', next ?? ''))}
      />
    </>
  );
}
