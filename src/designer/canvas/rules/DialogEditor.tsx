import { useMemo } from 'react';
import { isTableNode } from '../../../kernel/index.ts';
import { proposeKey } from '../model/fieldKeys.ts';
import { isField, isObject, type RawNode } from '../model/nodes.ts';
import { FORM_PALETTE, titleOfNode } from '../model/palette.ts';
import { PanelProvider, usePanel } from '../properties/panelContext.tsx';
import { PropertyField } from '../properties/PropertyField.tsx';
import { propertiesOf, type Property } from '../properties/propertyModel.ts';
import { useDesignerContext } from '../designerContext.ts';
import type { RuleObject } from './effectModel.ts';
import { withKey } from './effectModel.ts';
import { ChoiceLine } from './controlLines.tsx';
import { RuleList } from './RuleList.tsx';

/** The kinds of fields that a dialog may have: all palette items except templates, sub-tables and serial numbers. */
const FIELD_KINDS = FORM_PALETTE.items.filter(({ group, nodes: [node] }) => {
  if (group === 'template' || !node) return false;
  return isField(node) && !isTableNode(node) && node.serial === undefined;
});
/** The kind of a new field: a text input, the first item of the palette. */
const DEFAULT_NODE = FIELD_KINDS[0]?.nodes[0];
const KIND_CHOICES = FIELD_KINDS.map(({ title }) => ({ value: title, label: title }));

/** The property groups that apply in a dialog; settings of lists, rights and stored records do not. */
const DIALOG_GROUPS: ReadonlySet<string> = new Set(['basic', 'data', 'check']);
const isDialogProperty = ({ key, group }: Property): boolean =>
  DIALOG_GROUPS.has(group) && !['__vModel__', 'unique', 'computed', 'value'].includes(key);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const asNode = (field: RuleObject): RawNode => ({ ...field, tag: textOf(field.tag) || (DEFAULT_NODE?.tag ?? '') });

const describeField = (field: RuleObject): string =>
  `${titleOfNode(asNode(field))}：${textOf(field.label) || '（没有名称）'}${field.required === true ? '（必填）' : ''}`;

interface FieldProps {
  field: RuleObject;
  /** Keys of the other fields. */
  otherKeys: readonly string[];
  /** True if an expression of the button reads the field. Its key must then not change with the label. */
  isReferenced: boolean;
  onChange(field: RuleObject): void;
}

/** Edits one field of a dialog: its kind and its properties. */
function DialogField({ field, otherKeys, isReferenced, onChange }: FieldProps) {
  const { syllables } = useDesignerContext();
  const outerPanel = usePanel();
  const node = useMemo(() => asNode(field), [field]);
  const properties = useMemo(() => propertiesOf(node.tag).filter(isDialogProperty), [node.tag]);
  const setKey = (key: string, value: unknown): void => {
    const next = withKey(field, key, value);
    const label = textOf(value);
    if (key !== 'label' || label === '' || isReferenced) return onChange(next);
    onChange({ ...next, __vModel__: proposeKey(label, new Set(otherKeys), syllables()) });
  };
  const panel = {
    ...outerPanel,
    node,
    table: null,
    fields: [],
    change: (changes: Readonly<Record<string, unknown>>) =>
      onChange(Object.entries(changes).reduce((next, [key, value]) => withKey(next, key, value), field)),
  };
  return (
    <div className="ds-row" data-rule-editor>
      <ChoiceLine
        label="种类"
        value={titleOfNode(node)}
        choices={KIND_CHOICES}
        onChange={(title) => {
          const chosenNode = FIELD_KINDS.find((kind) => kind.title === title)?.nodes[0];
          if (!chosenNode) return;
          const { label, __vModel__, required } = field;
          onChange({ ...structuredClone(chosenNode), label, __vModel__, ...(required === true ? { required } : {}) });
        }}
      />
      <PanelProvider value={panel}>
        {properties.map((property) => (
          <PropertyField
            key={property.key}
            property={property}
            value={field[property.key]}
            onChange={(value) => setKey(property.key, value)}
          />
        ))}
      </PanelProvider>
    </div>
  );
}

interface Props {
  action: RuleObject;
  onChange(dialog: readonly unknown[]): void;
}

/** Edits the fields of a button's dialog; the expressions of the button read them as `dialog.<key>`. */
export function DialogEditor({ action, onChange }: Props) {
  const { syllables } = useDesignerContext();
  const { dialog, ...rest } = action;
  const fields: readonly unknown[] = Array.isArray(dialog) ? dialog : [];
  const keys = fields.map((field) => (isObject(field) ? textOf(field.__vModel__) : ''));
  const expressions = JSON.stringify(rest);
  return (
    <RuleList
      title="填写项"
      help="按下按钮后先填写，条件和字段的值中可以取用"
      rules={fields}
      newRule={{ ...DEFAULT_NODE, __vModel__: proposeKey('说明', new Set(keys), syllables()), label: '说明' }}
      describe={describeField}
      renderEditor={(field, change) => (
        <DialogField
          field={field}
          otherKeys={keys.filter((key) => key !== field.__vModel__)}
          isReferenced={new RegExp(`dialog\\.${textOf(field.__vModel__).replace(/\$/g, '\\$')}(?![\\w$])`).test(
            expressions,
          )}
          onChange={change}
        />
      )}
      onChange={onChange}
    />
  );
}
