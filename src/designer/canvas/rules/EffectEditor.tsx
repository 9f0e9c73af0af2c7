import { Input, InputNumber, Switch } from 'antd';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { ConditionPropertyEditor } from '../properties/editors/ExpressionEditors.tsx';
import { JsonValueEditor } from '../properties/editors/JsonValueEditor.tsx';
import { isObject } from '../model/nodes.ts';
import type { Property } from '../properties/propertyModel.ts';
import { ACTS, actOf, EVENTS, withAct, withEvent, withValue, type Effect } from './effectModel.ts';
import { Line, OneOf, Receivers, Values, type Choice } from './parts.tsx';
import { relationsOf } from './relations.ts';
import type { RuleNames } from './ruleWords.ts';

/** What the editors of a rule choose from. */
export interface RuleChoices {
  names: RuleNames;
  compiled: CompiledForm;
  /** Task nodes of the form's process. */
  nodes: readonly string[];
}

interface Props extends RuleChoices {
  /** Effects of a button happen when it is pressed. */
  isOfButton?: boolean;
  effect: Effect;
  onChange(effect: Effect): void;
}

const asProperty = (key: string, name: string): Property => ({
  key,
  name,
  help: name,
  group: 'basic',
  editor: 'condition',
  schema: { type: 'string' },
  fallback: false,
});
/** For editors of conditions that belong to no key of a node. */
export const WHEN = asProperty('when', '条件');
const ROWS = asProperty('rows', '子表');
const UNITS: readonly Choice[] = [
  { value: 'day', label: '每天' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
  { value: 'year', label: '每年' },
];

/** A published form that is written to; the form itself for this record. */
function useTarget({ effect, names, compiled }: Props): CompiledForm | null {
  const services = useServices();
  const vocabulary = useRegistry();
  const asked = effect.create ?? effect.start;
  const formKey = typeof asked === 'string' ? asked : '';
  const { load } = useLoad(
    () => (formKey === '' ? Promise.resolve(null) : loadForm({ services, vocabulary, formKey })),
    [services, vocabulary, formKey],
  );
  if (effect.set === 'this') return compiled;
  if (effect.set !== undefined) return names.reached.find(({ path }) => path === effect.set)?.form ?? null;
  return load.value ?? null;
}

/** The parts of one effect, each to be chosen. */
export function EffectEditor(props: Props) {
  const { effect, names, compiled, nodes, isOfButton = false, onChange } = props;
  const act = actOf(effect);
  const target = useTarget(props);
  const put = (key: string, value: unknown): void => onChange(withValue(effect, key, value));
  const records: Choice[] = [
    { value: 'this', label: '本记录' },
    ...names.reached.map(({ path, label }) => ({ value: path, label })),
  ];
  const several: Choice[] = [
    ...[...compiled.tables.values()].map(({ key, node }) => ({ value: key, label: `${node.label ?? key}（每一行）` })),
    ...relationsOf(compiled)
      .filter(({ isMany }) => isMany)
      .map(({ key, label }) => ({ value: key, label: `${label}（每一条）` })),
  ];
  const forms = names.forms.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }));
  const every = isObject(effect.every) ? effect.every : {};
  const isAtNode = effect.on === 'passed' || effect.on === 'returned';
  return (
    <div className="ds-row" data-rule-editor>
      {isOfButton ? null : (
        <Line label="什么时候">
          {(id) => (
            <OneOf
              id={id}
              label="什么时候"
              value={effect.on}
              choices={EVENTS}
              onChange={(on) => onChange(withEvent(effect, on ?? 'saved'))}
            />
          )}
        </Line>
      )}
      {isAtNode ? (
        <Line label="哪个节点">
          {(id) => (
            <OneOf
              id={id}
              label="哪个节点"
              value={effect.node}
              allowClear={effect.on === 'returned'}
              placeholder={effect.on === 'returned' ? '任一节点' : '请选择'}
              choices={nodes.map((node) => ({ value: node, label: node }))}
              onChange={(node) => put('node', node)}
            />
          )}
        </Line>
      ) : null}
      {effect.on === 'time' ? (
        <Line label="多久一次">
          {(id) => (
            <div className="ds-pair">
              <OneOf
                id={id}
                label="周期"
                value={every.unit}
                choices={UNITS}
                onChange={(unit) => put('every', { ...every, unit: unit ?? 'day' })}
              />
              <InputNumber
                size="small"
                aria-label="几点"
                min={0}
                max={23}
                precision={0}
                addonAfter="点"
                placeholder="8"
                value={typeof every.hour === 'number' ? every.hour : null}
                onChange={(hour) => put('every', withValue(every, 'hour', hour ?? undefined))}
              />
            </div>
          )}
        </Line>
      ) : null}
      {several.length > 0 || effect.each !== undefined ? (
        <Line label="对每一项" help="对子表的每一行或关联的每一条各做一次">
          {(id) => (
            <OneOf
              id={id}
              label="对每一项"
              value={effect.each}
              allowClear
              placeholder="只做一次"
              choices={several}
              onChange={(each) => put('each', each)}
            />
          )}
        </Line>
      ) : null}
      <Line label="如果">
        {(id) => (
          <ConditionPropertyEditor id={id} property={WHEN} value={effect.when} onChange={(when) => put('when', when)} />
        )}
      </Line>
      <Line label="做什么">
        {(id) => (
          <OneOf
            id={id}
            label="做什么"
            value={act?.value}
            choices={ACTS}
            onChange={(next) => {
              const chosen = ACTS.find(({ value }) => value === next);
              if (chosen) onChange(withAct(effect, chosen));
            }}
          />
        )}
      </Line>
      {act?.value === 'require' ? (
        <>
          <Line label="须满足">
            {(id) => (
              <ConditionPropertyEditor
                id={id}
                property={WHEN}
                value={effect.require === 'true' ? '' : effect.require}
                onChange={(next) => put('require', next ?? 'true')}
              />
            )}
          </Line>
          <TextLine label="否则提示" value={effect.message} onChange={(next) => put('message', next)} />
        </>
      ) : null}
      {act && ['set', 'void', 'merge', 'remove'].includes(act.value) ? (
        <Line label="哪条记录">
          {(id) => (
            <OneOf
              id={id}
              label="哪条记录"
              value={effect[act.value]}
              choices={act.value === 'remove' ? records.slice(1) : records}
              onChange={(next) => put(act.value, next ?? '')}
            />
          )}
        </Line>
      ) : null}
      {act?.value === 'merge' ? (
        <Line label="合并到">
          {(id) => (
            <OneOf
              id={id}
              label="合并到"
              value={effect.into ?? 'this'}
              choices={records}
              onChange={(next) => put('into', next === 'this' ? undefined : next)}
            />
          )}
        </Line>
      ) : null}
      {act && (act.value === 'create' || act.value === 'start') ? (
        <Line label="哪个表单">
          {(id) => (
            <OneOf
              id={id}
              label="哪个表单"
              value={effect[act.value]}
              choices={forms}
              onChange={(next) => put(act.value, next ?? '')}
            />
          )}
        </Line>
      ) : null}
      {act?.value === 'link' ? (
        <>
          <TextLine label="关联字段" value={effect.link} onChange={(next) => put('link', next)} />
          <TextLine label="加入的记录" value={effect.to} onChange={(next) => put('to', next)} />
        </>
      ) : null}
      {act?.value === 'notify' ? (
        <>
          <Line label="通知谁">
            {(id) => (
              <Receivers id={id} value={effect.notify} names={names} onChange={(next) => put('notify', next ?? [])} />
            )}
          </Line>
          <TextLine label="内容" value={effect.text} names={names} onChange={(next) => put('text', next)} />
        </>
      ) : null}
      {act?.keys.includes('fields') ? (
        <Line label="字段的值">
          {() => (
            <Values value={effect.fields} target={target} names={names} onChange={(next) => put('fields', next)} />
          )}
        </Line>
      ) : null}
      {act?.keys.includes('rows') && effect.rows !== undefined ? (
        <Line label="子表的行">
          {(id) => (
            <JsonValueEditor id={id} property={ROWS} value={effect.rows} onChange={(next) => put('rows', next)} />
          )}
        </Line>
      ) : null}
      {act?.keys.includes('undo') ? (
        <Line label="撤回时恢复" help="撤回办理时恢复它改过的内容">
          {(id) => (
            <Switch
              id={id}
              size="small"
              checked={effect.undo === true}
              onChange={(next) => put('undo', next ? true : undefined)}
            />
          )}
        </Line>
      ) : null}
    </div>
  );
}

interface TextLineProps {
  label: string;
  value: unknown;
  /** Fields that may be put in; absent: none. */
  names?: RuleNames;
  onChange(value: string): void;
}

/** A text in which fields of the record may stand as `${…}`. */
export function TextLine({ label, value, names, onChange }: TextLineProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <Line label={label}>
      {(id) => (
        <div className="ds-stack">
          <Input.TextArea
            id={id}
            size="small"
            autoSize={{ minRows: 1, maxRows: 6 }}
            status={text === '' ? 'error' : ''}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
          {names ? (
            <OneOf
              label={`在${label}中插入字段`}
              value=""
              allowClear
              placeholder="插入字段"
              choices={names.infos
                .filter(({ columns }) => columns === null)
                .map((info) => ({ value: info.key, label: info.label }))}
              onChange={(next) => {
                if (next !== undefined) onChange(`${text}\${${next}}`);
              }}
            />
          ) : null}
        </div>
      )}
    </Line>
  );
}
