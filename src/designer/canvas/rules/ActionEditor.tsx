import { Select } from 'antd';
import { useMemo } from 'react';
import { DialogEditor } from './DialogEditor.tsx';
import { EffectEditor } from './EffectEditor.tsx';
import { withKey, type RuleObject } from './effectModel.ts';
import { ChoiceLine, ConditionLine, InputLine, ControlLine, MultiSelectLine, SwitchLine } from './controlLines.tsx';
import { OpenedPageLine } from './OpenedPageLine.tsx';
import type { RuleEditorProps } from './ruleNames.ts';
import { dialogScope, rowScope, withScope } from './ruleScopes.ts';
import { RuleList } from './RuleList.tsx';
import { ACTION_PLACES, describeEffect } from './describeRules.ts';

interface Props extends RuleEditorProps {
  action: RuleObject;
  onChange(action: RuleObject): void;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : []);

/** Edits one button: its place and condition, the roles that may use it, its dialog and its effects. */
export function ActionEditor(props: Props) {
  const { action, compiled, nodes, onChange } = props;
  const { dialog } = action;
  const names = useMemo(
    () => withScope(props.names, dialogScope(dialog, props.names.vocabulary)),
    [props.names, dialog],
  );
  const setKey = (key: string, value: unknown): void => onChange(withKey(action, key, value));
  // only a text or number field of the record itself can hold a scanned code
  const scanFields = props.names.infos
    .filter(
      ({ key, type, columns, options }) =>
        !key.includes('.') && columns === null && options === null && (type === 'string' || type === 'double'),
    )
    .map(({ key, label }) => ({ value: key, label }));
  const effects: readonly unknown[] = Array.isArray(action.effects) ? action.effects : [];
  return (
    <div className="ds-row" data-rule-editor>
      <InputLine
        label="按钮文字"
        placeholder="不超过 12 个字"
        value={action.label}
        onChange={(next) => setKey('label', next)}
      />
      <ControlLine label="放在哪里">
        {(id) => (
          <Select
            id={id}
            size="small"
            mode="multiple"
            aria-label="放在哪里"
            style={{ width: '100%' }}
            value={textsOf(action.at)}
            options={[...ACTION_PLACES]}
            onChange={(next: string[]) => setKey('at', next)}
          />
        )}
      </ControlLine>
      {textsOf(action.at).includes('task') || action.nodes !== undefined ? (
        <MultiSelectLine
          label="哪些节点"
          help="待办办到这些节点时才显示按钮"
          placeholder="所有节点"
          value={action.nodes}
          choices={nodes.map((node) => ({ value: node, label: node }))}
          onChange={(next) => setKey('nodes', next)}
        />
      ) : null}
      <ConditionLine label="什么时候可用" value={action.when} onChange={(when) => setKey('when', when)} />
      <ControlLine label="谁可用">
        {(id) => (
          <Select
            id={id}
            size="small"
            mode="multiple"
            aria-label="谁可用"
            optionFilterProp="label"
            placeholder="所有能查看记录的人"
            style={{ width: '100%' }}
            value={textsOf(action.roles)}
            options={names.roles.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={(next: string[]) => setKey('roles', next.length === 0 ? undefined : next)}
          />
        )}
      </ControlLine>
      <InputLine
        label="执行前确认"
        placeholder="如：确定归还原件吗？"
        value={action.confirm}
        onChange={(next) => setKey('confirm', next)}
      />
      <InputLine
        label="完成后提示"
        placeholder="如：已归还"
        value={action.done}
        onChange={(next) => setKey('done', next)}
      />
      <SwitchLine
        label="危险操作"
        help="按钮为红色"
        value={action.danger}
        onChange={(next) => setKey('danger', next)}
      />
      <ChoiceLine
        label="扫码找记录"
        help="按钮先打开扫码框，按此字段找到记录后执行，再扫下一个"
        allowClear
        placeholder="不扫码"
        value={action.scan}
        choices={scanFields}
        onChange={(next) => setKey('scan', next)}
      />
      <DialogEditor action={action} onChange={(next) => setKey('dialog', next.length === 0 ? undefined : next)} />
      <RuleList
        title="要做的事"
        help="按顺序做，全部成功才算完成"
        rules={effects}
        newRule={{ set: 'this' }}
        describe={(rule) => describeEffect(rule, withScope(names, rowScope(compiled, textOf(rule.each))))}
        renderEditor={(effect, change) => (
          <EffectEditor {...props} names={names} isOfButton effect={effect} onChange={change} />
        )}
        onChange={(next) => setKey('effects', next.length === 0 ? undefined : next)}
      />
      <OpenedPageLine
        value={action.open}
        names={names}
        ownFormKey={compiled.definition.formKey}
        onChange={(next) => setKey('open', next)}
      />
    </div>
  );
}
