import type { CompiledForm } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { withValue, type Act, type Effect } from './effectModel.ts';
import { ChoiceLine, ConditionLine, Line, SwitchLine, TextLine, type Choice } from './lines.tsx';
import { LinkParts } from './LinkParts.tsx';
import { Receivers } from './Receivers.tsx';
import type { RuleChoices } from './ruleNames.ts';
import { TableRows } from './TableRows.tsx';
import { Values, valueTargets } from './Values.tsx';

interface Props extends RuleChoices {
  act: Act;
  effect: Effect;
  onChange(effect: Effect): void;
}

/** The form whose fields the effect writes; null while it loads, cannot be read or is not chosen. */
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
  if (effect.set !== undefined) return names.related.find(({ path }) => path === effect.set)?.form ?? null;
  return load.value ?? null;
}

/** The editors for the keys that belong to an effect's act, such as the target record, the values or the receivers. */
export function ActParts(props: Props) {
  const { act, effect, names, compiled, nodes, onChange } = props;
  const target = useTarget(props);
  const put = (key: string, value: unknown): void => onChange(withValue(effect, key, value));
  const records: Choice[] = [
    { value: 'this', label: '本记录' },
    ...names.related.map(({ path, label }) => ({ value: path, label })),
  ];
  const forms = names.forms.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }));
  return (
    <>
      {act.value === 'require' ? (
        <>
          <ConditionLine
            label="须满足"
            value={effect.require === 'true' ? '' : effect.require}
            onChange={(next) => put('require', next ?? 'true')}
          />
          <TextLine label="否则提示" value={effect.message} onChange={(next) => put('message', next)} />
        </>
      ) : null}
      {['set', 'void', 'merge', 'remove'].includes(act.value) ? (
        <ChoiceLine
          label="哪条记录"
          value={effect[act.value]}
          choices={act.value === 'remove' ? records.slice(1) : records}
          onChange={(next) => put(act.value, next ?? '')}
        />
      ) : null}
      {act.value === 'merge' ? (
        <ChoiceLine
          label="合并到"
          value={effect.into ?? 'this'}
          choices={records}
          onChange={(next) => put('into', next === 'this' ? undefined : next)}
        />
      ) : null}
      {act.value === 'create' || act.value === 'start' ? (
        <ChoiceLine
          label="哪个表单"
          value={effect[act.value]}
          choices={forms}
          onChange={(next) => put(act.value, next ?? '')}
        />
      ) : null}
      {act.value === 'link' ? <LinkParts {...props} /> : null}
      {act.value === 'notify' ? (
        <>
          <Line label="通知谁">
            {(id) => (
              <Receivers id={id} value={effect.notify} names={names} onChange={(next) => put('notify', next ?? [])} />
            )}
          </Line>
          <TextLine label="内容" value={effect.text} names={names} onChange={(next) => put('text', next)} />
        </>
      ) : null}
      {act.keys.includes('fields') ? (
        <Line label="字段的值">
          {() => (
            <Values
              value={effect.fields}
              fields={target && valueTargets(target.fields.values())}
              names={names}
              onChange={(next) => put('fields', next)}
            />
          )}
        </Line>
      ) : null}
      {act.keys.includes('rows') ? (
        <TableRows
          value={effect.rows}
          target={target}
          names={names}
          compiled={compiled}
          nodes={nodes}
          onChange={(next) => put('rows', next)}
        />
      ) : null}
      {act.keys.includes('undo') ? (
        <SwitchLine
          label="撤回时恢复"
          help="撤回办理时恢复它改过的内容"
          value={effect.undo}
          onChange={(next) => put('undo', next)}
        />
      ) : null}
    </>
  );
}
