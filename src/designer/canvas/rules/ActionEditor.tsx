import { Select } from 'antd';
import { useMemo } from 'react';
import { isObject } from '../model/nodes.ts';
import { DialogEditor } from './DialogEditor.tsx';
import { EffectEditor } from './EffectEditor.tsx';
import { withValue, type Effect } from './effectModel.ts';
import { ConditionLine, InputLine, Line, SwitchLine } from './lines.tsx';
import type { RuleChoices } from './ruleNames.ts';
import { RuleList } from './RuleList.tsx';
import { ACTION_PLACES, describeEffect } from './describeRules.ts';

interface Props extends RuleChoices {
  action: Effect;
  onChange(action: Effect): void;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : []);

/** The names of the rule plus the fields of the button's dialog, which expressions read as `dialog.<key>`. */
function useNamesWithDialog({ names, action }: Props): RuleChoices['names'] {
  const { dialog } = action;
  return useMemo(() => {
    const dialogNodes = (Array.isArray(dialog) ? dialog : []).filter(isObject);
    const infos = dialogNodes.flatMap((node) =>
      typeof node.__vModel__ === 'string'
        ? [
            {
              key: `dialog.${node.__vModel__}`,
              label: `填写的${textOf(node.label) || node.__vModel__}`,
              tag: textOf(node.tag),
              type: 'dyn' as const,
              options: null,
              columns: null,
            },
          ]
        : [],
    );
    return { ...names, infos: [...names.infos, ...infos] };
  }, [dialog, names]);
}

/** Edits one button: its place and condition, the permissions it requires, its dialog and its effects. */
export function ActionEditor(props: Props) {
  const { action, compiled, nodes, onChange } = props;
  const names = useNamesWithDialog(props);
  const setKey = (key: string, value: unknown): void => onChange(withValue(action, key, value));
  const effects: readonly unknown[] = Array.isArray(action.effects) ? action.effects : [];
  return (
    <div className="ds-row" data-rule-editor>
      <InputLine
        label="按钮文字"
        placeholder="不超过 12 个字"
        value={action.label}
        onChange={(next) => setKey('label', next)}
      />
      <Line label="放在哪里">
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
      </Line>
      <ConditionLine label="什么时候可用" value={action.when} onChange={(when) => setKey('when', when)} />
      <Line label="谁可用">
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
      </Line>
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
      <DialogEditor action={action} onChange={(next) => setKey('dialog', next.length === 0 ? undefined : next)} />
      <RuleList
        title="要做的事"
        help="按顺序做，全部成功才算完成"
        rules={effects}
        newRule={{ set: 'this' }}
        describe={(rule) => describeEffect(rule, names)}
        editor={(effect, change) => (
          <EffectEditor names={names} compiled={compiled} nodes={nodes} isOfButton effect={effect} onChange={change} />
        )}
        onChange={(next) => setKey('effects', next.length === 0 ? undefined : next)}
      />
    </div>
  );
}
