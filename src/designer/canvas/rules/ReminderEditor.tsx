import { InputNumber } from 'antd';
import { useState } from 'react';
import { withKey, type RuleObject } from './effectModel.ts';
import {
  ChoiceLine,
  ConditionLine,
  InputLine,
  ControlLine,
  ChoiceSelect,
  SwitchLine,
  TextLine,
} from './controlLines.tsx';
import { Receivers } from './Receivers.tsx';
import { ownDateFields, type RuleEditorProps } from './ruleNames.ts';

interface Props extends RuleEditorProps {
  rule: RuleObject;
  onChange(rule: RuleObject): void;
}

/** Returns the number of days in a duration such as `-3d`; null for any other value. */
const parseDays = (value: unknown): number | null => {
  const days = /^(-?\d+)d$/.exec(typeof value === 'string' ? value : '')?.[1];
  return days === undefined ? null : Number(days);
};

/** Edits one reminder. */
export function ReminderEditor({ rule, names, onChange }: Props) {
  const setKey = (key: string, value: unknown): void => onChange(withKey(rule, key, value));
  const offset = parseDays(rule.offset) ?? 0;
  const setOffset = (days: number): void => setKey('offset', days === 0 ? undefined : `${days}d`);
  // for an offset of 0 days the document does not store whether the reminder is before or after the date
  const [isAfterByDefault, setAfterByDefault] = useState(false);
  const isAfter = offset === 0 ? isAfterByDefault : offset > 0;
  return (
    <div className="ds-row" data-rule-editor>
      <InputLine label="名称" maxLength={30} value={rule.label} onChange={(next) => setKey('label', next)} />
      <ChoiceLine
        label="哪个日期"
        value={rule.field}
        choices={ownDateFields(names).map(({ key, label }) => ({ value: key, label }))}
        onChange={(next) => setKey('field', next ?? '')}
      />
      <ControlLine label="什么时候">
        {(id) => (
          <div className="ds-pair">
            <ChoiceSelect
              id={id}
              label="提前或推后"
              value={isAfter ? 'after' : 'before'}
              choices={[
                { value: 'before', label: '提前' },
                { value: 'after', label: '过后' },
              ]}
              onChange={(next) => setOffset(Math.abs(offset || 1) * (next === 'after' ? 1 : -1))}
            />
            <InputNumber
              size="small"
              aria-label="天数"
              min={0}
              max={999}
              precision={0}
              addonAfter="天"
              value={Math.abs(offset)}
              onChange={(next) => {
                setAfterByDefault(isAfter);
                setOffset((next ?? 0) * (isAfter ? 1 : -1));
              }}
            />
          </div>
        )}
      </ControlLine>
      <ConditionLine label="如果" value={rule.when} onChange={(when) => setKey('when', when)} />
      <ControlLine label="提醒谁">
        {(id) => <Receivers id={id} value={rule.to} names={names} onChange={(next) => setKey('to', next ?? [])} />}
      </ControlLine>
      <TextLine label="内容" value={rule.text} names={names} onChange={(next) => setKey('text', next)} />
      <ControlLine label="再次提醒" help="直到条件不再成立；不填只提醒一次">
        {(id) => (
          <InputNumber
            id={id}
            size="small"
            min={1}
            max={999}
            precision={0}
            addonBefore="每"
            addonAfter="天"
            value={parseDays(rule.repeat)}
            onChange={(next) => setKey('repeat', next === null ? undefined : `${next}d`)}
          />
        )}
      </ControlLine>
      <SwitchLine
        label="只在工作日"
        help="遇休息日顺延到下一个工作日"
        value={rule.calendar === 'work'}
        onChange={(next) => setKey('calendar', next ? 'work' : undefined)}
      />
    </div>
  );
}
