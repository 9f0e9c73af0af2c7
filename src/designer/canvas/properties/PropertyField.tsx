import { memo, useId, useState, type ComponentType } from 'react';
import { isObject } from '../model/nodes.ts';
import { ButtonOfEditor, DatasetEditor, DatasetPartEditor, FieldOfEditor } from './editors/datasetEditors.tsx';
import { ConditionsEditor } from './editors/ConditionsEditor.tsx';
import { DefaultEditor } from './editors/DefaultEditor.tsx';
import { DictionaryEditor } from './editors/DictionaryEditor.tsx';
import { ConditionPropertyEditor, FormulaEditor, UncheckedExpressionEditor } from './editors/ExpressionEditors.tsx';
import { JsonValueEditor } from './editors/JsonValueEditor.tsx';
import { KeyEditor } from './editors/KeyEditor.tsx';
import { MapEditor } from './editors/MapEditor.tsx';
import { OptionsEditor } from './editors/OptionsEditor.tsx';
import { PatternsEditor } from './editors/PatternsEditor.tsx';
import {
  FieldEditor,
  FieldsOfFormEditor,
  FillEditor,
  FlowEditor,
  FormEditor,
  RolesEditor,
} from './editors/referenceEditors.tsx';
import { RowsEditor } from './editors/RowsEditor.tsx';
import {
  EnumEditor,
  FlagEditor,
  LongEditor,
  NumberEditor,
  SwitchEditor,
  TextEditor,
  TextsEditor,
  type EditorProps,
} from './editors/basicEditors.tsx';
import { FillRowsEditor } from './editors/FillRowsEditor.tsx';
import { RollupEditor } from './editors/RollupEditor.tsx';
import { SpanEditor } from './editors/SpanEditor.tsx';
import { UniqueEditor } from './editors/UniqueEditor.tsx';
import { WidthsEditor } from './editors/WidthsEditor.tsx';
import { innerProperties, type EditorKind, type Property } from './propertyModel.ts';

/** The editor component of each kind of property. */
const EDITORS: Readonly<Record<Exclude<EditorKind, 'rows' | 'object'>, ComponentType<EditorProps>>> = {
  text: TextEditor,
  long: LongEditor,
  number: NumberEditor,
  switch: SwitchEditor,
  flag: FlagEditor,
  enum: EnumEditor,
  texts: TextsEditor,
  map: MapEditor,
  json: JsonValueEditor,
  condition: ConditionPropertyEditor,
  conditions: ConditionsEditor,
  expression: UncheckedExpressionEditor,
  formula: FormulaEditor,
  options: OptionsEditor,
  dictionary: DictionaryEditor,
  form: FormEditor,
  field: FieldEditor,
  fieldsOfForm: FieldsOfFormEditor,
  fill: FillEditor,
  fillRows: FillRowsEditor,
  flow: FlowEditor,
  roles: RolesEditor,
  patterns: PatternsEditor,
  unique: UniqueEditor,
  default: DefaultEditor,
  span: SpanEditor,
  key: KeyEditor,
  widths: WidthsEditor,
  dataset: DatasetEditor,
  datasetPart: DatasetPartEditor,
  fieldOf: FieldOfEditor,
  button: ButtonOfEditor,
  rollup: RollupEditor,
};

/** Editors on the same line as the name of the property; other editors are below the name. */
const INLINE_EDITORS: ReadonlySet<EditorKind> = new Set([
  'text',
  'number',
  'switch',
  'flag',
  'enum',
  'texts',
  'unique',
  'field',
  'key',
  'form',
  'flow',
  'dataset',
  'datasetPart',
  'fieldOf',
  'button',
]);

interface Props {
  property: Property;
  value: unknown;
  onChange(value: unknown): void;
}

function ObjectEditor({ property, value, onChange }: EditorProps) {
  const object = isObject(value) ? value : {};
  return (
    <div className="ds-row">
      {innerProperties(property.schema).map((inner) => (
        <PropertyField
          key={inner.key}
          property={inner}
          value={object[inner.key]}
          onChange={(next) => {
            const { [inner.key]: _before, ...rest } = object;
            const changedObject = next === undefined ? rest : { ...object, [inner.key]: next };
            onChange(Object.keys(changedObject).length === 0 ? undefined : changedObject);
          }}
        />
      ))}
    </div>
  );
}

/** One property of a node: its name, its help text and its editor. */
export const PropertyField = memo(function PropertyField({ property, value, onChange }: Props) {
  const id = useId();
  // the help text is also shown in the panel, for devices without a hovering pointer
  const [isHelpShown, setHelpShown] = useState(false);
  const { editor } = property;
  const props: EditorProps = { property, value, onChange, id };
  const Editor = editor === 'rows' || editor === 'object' ? null : EDITORS[editor];
  return (
    <div className="ds-property" data-property={property.key} data-beside={INLINE_EDITORS.has(editor)}>
      <div className="ds-property-name">
        <label htmlFor={id}>{property.name}</label>
        {/* no icon component, because each mount of an icon looks up a style element, and a panel has fifty icons */}
        <button
          type="button"
          className="ds-property-help"
          title={property.help}
          aria-expanded={isHelpShown}
          onClick={() => setHelpShown(!isHelpShown)}
        >
          ?
        </button>
      </div>
      <div className="ds-property-editor">
        {Editor ? (
          <Editor {...props} />
        ) : editor === 'rows' ? (
          <RowsEditor {...props} Field={PropertyField} />
        ) : (
          <ObjectEditor {...props} />
        )}
      </div>
      {isHelpShown ? <p className="ds-note ds-property-told">{property.help}</p> : null}
    </div>
  );
});
