import { useMemo } from 'react';
import { PanelProvider, usePanel } from '../properties/panelContext.tsx';
import { withKey, type RuleObject } from './effectModel.ts';
import { ChoiceLine, ConditionLine, InputLine, ControlLine } from './controlLines.tsx';
import { sourceNames, sourceRelations } from './createFrom.ts';
import type { RuleEditorProps } from './ruleNames.ts';
import { TableRowsEditor } from './TableRowsEditor.tsx';
import { ValuesEditor, valueTargets } from './ValuesEditor.tsx';

interface Props extends RuleEditorProps {
  rule: RuleObject;
  onChange(rule: RuleObject): void;
}

/** Edits a `createFrom` rule: the button on records of the source form, its condition, and the copied values. */
export function CreateFromEditor({ rule, names, compiled, nodes, effects, onChange }: Props) {
  const outerPanel = usePanel();
  const relation = typeof rule.relation === 'string' ? rule.relation : '';
  const relations = sourceRelations(compiled, names);
  const expressionNames = useMemo(() => sourceNames(relation, names), [relation, names]);
  const panel = useMemo(() => ({ ...outerPanel, infos: expressionNames.infos }), [outerPanel, expressionNames]);
  const sourceForm = names.related.find(({ path }) => path === relation)?.form ?? null;
  const setKey = (key: string, value: unknown): void => onChange(withKey(rule, key, value));
  const fields = valueTargets([...compiled.fields.values()].filter(({ key, compute }) => key !== relation && !compute));
  return (
    <PanelProvider value={panel}>
      <div className="ds-row" data-rule-editor>
        <ChoiceLine
          label="从哪里生成"
          help="本表单中指向来源的关联字段；按钮出现在来源表单的记录上"
          value={relation}
          choices={relations}
          onChange={(next) => {
            const chosenRelation = relations.find(({ value }) => value === next);
            if (chosenRelation) onChange({ ...rule, relation: chosenRelation.value, from: chosenRelation.from });
          }}
        />
        <InputLine
          label="按钮文字"
          placeholder="不超过 12 个字"
          maxLength={12}
          value={rule.label}
          onChange={(next) => setKey('label', next ?? '')}
        />
        <ConditionLine label="什么时候可用" value={rule.when} onChange={(when) => setKey('when', when)} />
        <ControlLine label="带入的值">
          {() => (
            <ValuesEditor
              value={rule.fields}
              fields={sourceForm && fields}
              names={expressionNames}
              sourceFieldLabel="取来源的字段"
              onChange={(next) => setKey('fields', next)}
            />
          )}
        </ControlLine>
        {sourceForm ? (
          <TableRowsEditor
            value={rule.rows}
            target={compiled}
            names={expressionNames}
            compiled={sourceForm}
            nodes={nodes}
            effects={effects}
            onChange={(next) => setKey('rows', next)}
          />
        ) : null}
      </div>
    </PanelProvider>
  );
}
