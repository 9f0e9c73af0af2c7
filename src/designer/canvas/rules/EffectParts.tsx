import { CommitOnBlurInput } from '../../flow/panel/CommitOnBlurInput.tsx';
import type { CompiledForm } from '../../../kernel/index.ts';
import { isObject } from '../model/nodes.ts';
import { withKey, type EffectKind, type Effect } from './effectModel.ts';
import { ChoiceLine, ConditionLine, ControlLine, SwitchLine, TextLine, type Choice } from './controlLines.tsx';
import { LinkParts } from './LinkParts.tsx';
import { Receivers } from './Receivers.tsx';
import type { RuleEditorProps } from './ruleNames.ts';
import { TableRowsEditor } from './TableRowsEditor.tsx';
import { ValuesEditor, valueTargets } from './ValuesEditor.tsx';

interface Props extends RuleEditorProps {
  kind: EffectKind;
  effect: Effect;
  isOfButton?: boolean;
  onChange(effect: Effect): void;
}

/** Returns the form whose fields the effect writes; null if none is selected, it is loading, or it cannot be read. */
function targetFormOf({ effect, names, compiled }: Props): CompiledForm | null {
  if (effect.set === 'this') return compiled;
  if (effect.set !== undefined) return names.related.find(({ path }) => path === effect.set)?.form ?? null;
  const formKey = effect.create ?? effect.start;
  return (typeof formKey === 'string' ? names.formOf(formKey) : undefined) ?? null;
}

/**
 * The editors for the keys that an effect of this kind uses, such as the target record, the values or the receivers.
 */
export function EffectParts(props: Props) {
  const { kind, effect, names, compiled, nodes, effects, isOfButton = false, onChange } = props;
  const targetForm = targetFormOf(props);
  const setKey = (key: string, value: unknown): void => onChange(withKey(effect, key, value));
  const recordChoices: Choice[] = [
    { value: 'this', label: '本记录' },
    ...names.related.map(({ path, label }) => ({ value: path, label })),
  ];
  const forms = names.forms.map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }));
  return (
    <>
      {kind.value === 'require' ? (
        <>
          <ConditionLine
            label="须满足"
            value={effect.require === 'true' ? '' : effect.require}
            onChange={(next) => setKey('require', next ?? 'true')}
          />
          <TextLine label="否则提示" value={effect.message} onChange={(next) => setKey('message', next)} />
        </>
      ) : null}
      {['set', 'void', 'merge', 'remove'].includes(kind.value) ? (
        <ChoiceLine
          label="哪条记录"
          value={effect[kind.value]}
          choices={kind.value === 'remove' ? recordChoices.slice(1) : recordChoices}
          onChange={(next) => setKey(kind.value, next ?? '')}
        />
      ) : null}
      {kind.value === 'merge' ? (
        <ChoiceLine
          label="合并到"
          value={effect.into ?? 'this'}
          choices={recordChoices}
          onChange={(next) => setKey('into', next === 'this' ? undefined : next)}
        />
      ) : null}
      {kind.value === 'create' || kind.value === 'start' ? (
        <>
          <ChoiceLine
            label="哪个表单"
            value={effect[kind.value]}
            choices={forms}
            onChange={(next) => setKey(kind.value, next ?? '')}
          />
          {isOfButton || effect.on === 'time' ? null : (
            <KeyLine
              value={effect.key}
              otherKeys={effects.filter(isObject).flatMap((other) => (other === effect ? [] : [other.key]))}
              onChange={(next) => setKey('key', next)}
            />
          )}
        </>
      ) : null}
      {kind.value === 'link' ? <LinkParts {...props} /> : null}
      {kind.value === 'notify' ? (
        <>
          <ControlLine label="通知谁">
            {(id) => (
              <Receivers
                id={id}
                value={effect.notify}
                names={names}
                onChange={(next) => setKey('notify', next ?? [])}
              />
            )}
          </ControlLine>
          <TextLine label="内容" value={effect.text} names={names} onChange={(next) => setKey('text', next)} />
        </>
      ) : null}
      {kind.keys.includes('fields') ? (
        <ControlLine label="字段的值">
          {() => (
            <ValuesEditor
              value={effect.fields}
              fields={targetForm && valueTargets(targetForm.fields.values())}
              names={names}
              onChange={(next) => setKey('fields', next)}
            />
          )}
        </ControlLine>
      ) : null}
      {kind.keys.includes('rows') ? (
        <TableRowsEditor
          value={effect.rows}
          target={targetForm}
          names={names}
          compiled={compiled}
          nodes={nodes}
          effects={effects}
          onChange={(next) => setKey('rows', next)}
        />
      ) : null}
      {kind.keys.includes('undo') ? (
        <SwitchLine
          label="撤回时恢复"
          help="撤回办理时恢复它改过的内容"
          value={effect.undo}
          onChange={(next) => setKey('undo', next)}
        />
      ) : null}
    </>
  );
}

const KEY_PATTERN = /^[A-Za-z][\w-]{0,39}$/;

/** Edits the key of an effect that creates a record, by which other effects refer to the record. */
function KeyLine({
  value,
  otherKeys,
  onChange,
}: {
  value: unknown;
  otherKeys: readonly unknown[];
  onChange(key: string | undefined): void;
}) {
  const key = typeof value === 'string' ? value : '';
  const findProblem = (): string => {
    if (key === '') return '';
    if (!KEY_PATTERN.test(key)) return '以字母开头，只含字母、数字、- 和 _';
    return otherKeys.includes(key) ? `“${key}”已用于另一项联动` : '';
  };
  const problem = findProblem();
  return (
    <ControlLine label="标识" help="其他联动凭它使用生成的这条记录；再次办理时凭它更新同一条。发布后不要再改">
      {(id) => (
        <>
          <CommitOnBlurInput
            id={id}
            label="标识"
            placeholder="如 sample，其他联动要用到这条记录时填写"
            maxLength={40}
            status={problem === '' ? '' : 'error'}
            value={key}
            onCommit={(text) => onChange(text.trim() === '' ? undefined : text.trim())}
          />
          {problem === '' ? null : (
            <p className="fd-fault" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </ControlLine>
  );
}
