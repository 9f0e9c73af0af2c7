import { Input, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { isObject } from '../model/nodes.ts';
import { ConditionPropertyEditor } from '../properties/editors/ExpressionEditors.tsx';
import { JsonValueEditor } from '../properties/editors/JsonValueEditor.tsx';
import { EffectEditor } from './EffectEditor.tsx';
import { WHEN, type RuleChoices } from './textParts.tsx';
import { withValue, type Effect } from './effectModel.ts';
import { Line } from './parts.tsx';
import { RuleList } from './RuleList.tsx';
import { ACTION_PLACES, effectWords } from './ruleWords.ts';

interface Props extends RuleChoices {
  action: Effect;
  onChange(action: Effect): void;
}

const DIALOG = { ...WHEN, key: 'dialog', name: '执行前填写' };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : []);

/** Fields of the dialog that comes before a button acts, as expressions name them. */
function useWithDialog({ names, action }: Props): RuleChoices['names'] {
  const { dialog } = action;
  return useMemo(() => {
    const asked = (Array.isArray(dialog) ? dialog : []).filter(isObject);
    const infos = asked.flatMap((node) =>
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

/** The parts of one button: where it stands, for whom, and what it does. */
export function ActionEditor(props: Props) {
  const { action, compiled, nodes, onChange } = props;
  const names = useWithDialog(props);
  const put = (key: string, value: unknown): void => onChange(withValue(action, key, value));
  const effects = (Array.isArray(action.effects) ? action.effects : []).filter((one): one is Effect => isObject(one));
  const line = (key: string, label: string, placeholder: string) => (
    <Line label={label}>
      {(id) => (
        <Input
          id={id}
          size="small"
          placeholder={placeholder}
          value={textOf(action[key])}
          onChange={({ target }) => put(key, target.value === '' ? undefined : target.value)}
        />
      )}
    </Line>
  );
  return (
    <div className="ds-row" data-rule-editor>
      {line('label', '按钮文字', '不超过 12 个字')}
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
            onChange={(next: string[]) => put('at', next)}
          />
        )}
      </Line>
      <Line label="什么时候可用">
        {(id) => (
          <ConditionPropertyEditor id={id} property={WHEN} value={action.when} onChange={(when) => put('when', when)} />
        )}
      </Line>
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
            onChange={(next: string[]) => put('roles', next.length === 0 ? undefined : next)}
          />
        )}
      </Line>
      {line('confirm', '执行前确认', '如：确定归还原件吗？')}
      {line('done', '完成后提示', '如：已归还')}
      <Line label="危险操作" help="按钮为红色">
        {(id) => (
          <Switch
            id={id}
            size="small"
            checked={action.danger === true}
            onChange={(next) => put('danger', next ? true : undefined)}
          />
        )}
      </Line>
      {action.dialog === undefined ? null : (
        <Line label="执行前填写">
          {(id) => (
            <JsonValueEditor id={id} property={DIALOG} value={action.dialog} onChange={(next) => put('dialog', next)} />
          )}
        </Line>
      )}
      <RuleList
        title="要做的事"
        help="按顺序做，全部成功才算完成"
        rules={effects}
        first={{ set: 'this' }}
        words={(rule) => effectWords(rule, names)}
        editor={(effect, change) => (
          <EffectEditor names={names} compiled={compiled} nodes={nodes} isOfButton effect={effect} onChange={change} />
        )}
        onChange={(next) => put('effects', next.length === 0 ? undefined : next)}
      />
    </div>
  );
}
