import { useMemo } from 'react';
import { isTableNode } from '../../../kernel/index.ts';
import { proposedKey } from '../model/fieldKeys.ts';
import { isField, isObject, type RawNode } from '../model/nodes.ts';
import { FORM_PALETTE, titleOfNode } from '../model/palette.ts';
import { PanelProvider, usePanel } from '../properties/panelContext.tsx';
import { PropertyField } from '../properties/PropertyField.tsx';
import { propertiesOf, type Property } from '../properties/propertyModel.ts';
import { useDesigning } from '../useDesign.ts';
import type { Effect } from './effectModel.ts';
import { withValue } from './effectModel.ts';
import { ChoiceLine } from './lines.tsx';
import { RuleList } from './RuleList.tsx';

/** What can be asked for before a button acts: every field of the palette that stands by itself. */
const KINDS = FORM_PALETTE.items.filter(({ group, nodes: [node] }) => {
  if (group === 'template' || !node) return false;
  return isField(node) && !isTableNode(node) && node.serial === undefined;
});
/** What a field is at first: a text, which the palette begins with. */
const USUAL = KINDS[0]?.nodes[0];
const CHOICES = KINDS.map(({ title }) => ({ value: title, label: title }));

/** Keys of a field that mean something in a dialog: no list, rights or rules of a stored record. */
const GROUPS: ReadonlySet<string> = new Set(['basic', 'data', 'check']);
const isAsked = ({ key, group }: Property): boolean =>
  GROUPS.has(group) && !['__vModel__', 'unique', 'computed', 'value'].includes(key);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const asNode = (field: Effect): RawNode => ({ ...field, tag: textOf(field.tag) || (USUAL?.tag ?? '') });

const wordsOf = (field: Effect): string =>
  `${titleOfNode(asNode(field))}：${textOf(field.label) || '（没有名称）'}${field.required === true ? '（必填）' : ''}`;

interface FieldProps {
  field: Effect;
  /** Keys of the other fields. */
  others: readonly string[];
  /** Expressions of the button read the field by its key: the key stays as it is. */
  isNamed: boolean;
  onChange(field: Effect): void;
}

/** One field of a dialog: what it is, and the keys that the grammar has for it. */
function DialogField({ field, others, isNamed, onChange }: FieldProps) {
  const { syllables } = useDesigning();
  const around = usePanel();
  const node = useMemo(() => asNode(field), [field]);
  const properties = useMemo(() => propertiesOf(node.tag).filter(isAsked), [node.tag]);
  const put = (key: string, value: unknown): void => {
    const next = withValue(field, key, value);
    const label = textOf(value);
    if (key !== 'label' || label === '' || isNamed) return onChange(next);
    onChange({ ...next, __vModel__: proposedKey(label, new Set(others), syllables()) });
  };
  const panel = {
    ...around,
    node,
    table: null,
    fields: [],
    change: (changes: Readonly<Record<string, unknown>>) =>
      onChange(Object.entries(changes).reduce((next, [key, value]) => withValue(next, key, value), field)),
  };
  return (
    <div className="ds-row" data-rule-editor>
      <ChoiceLine
        label="种类"
        value={titleOfNode(node)}
        choices={CHOICES}
        onChange={(title) => {
          const chosen = KINDS.find((kind) => kind.title === title)?.nodes[0];
          if (!chosen) return;
          const { label, __vModel__, required } = field;
          onChange({ ...structuredClone(chosen), label, __vModel__, ...(required === true ? { required } : {}) });
        }}
      />
      <PanelProvider value={panel}>
        {properties.map((property) => (
          <PropertyField
            key={property.key}
            property={property}
            value={field[property.key]}
            onChange={(value) => put(property.key, value)}
          />
        ))}
      </PanelProvider>
    </div>
  );
}

interface Props {
  action: Effect;
  onChange(dialog: readonly unknown[]): void;
}

/** The fields that a person fills in before a button acts; its expressions read them as `dialog.<key>`. */
export function DialogEditor({ action, onChange }: Props) {
  const { syllables } = useDesigning();
  const { dialog, ...rest } = action;
  const fields: readonly unknown[] = Array.isArray(dialog) ? dialog : [];
  const keys = fields.map((field) => (isObject(field) ? textOf(field.__vModel__) : ''));
  const expressions = JSON.stringify(rest);
  return (
    <RuleList
      title="填写项"
      help="按下按钮后先填写，条件和字段的值中可以取用"
      rules={fields}
      first={{ ...USUAL, __vModel__: proposedKey('说明', new Set(keys), syllables()), label: '说明' }}
      words={wordsOf}
      editor={(field, change) => (
        <DialogField
          field={field}
          others={keys.filter((key) => key !== field.__vModel__)}
          isNamed={new RegExp(`dialog\\.${textOf(field.__vModel__).replace(/\$/g, '\\$')}(?![\\w$])`).test(expressions)}
          onChange={change}
        />
      )}
      onChange={onChange}
    />
  );
}
